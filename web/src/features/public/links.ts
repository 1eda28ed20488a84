import type { PublicCredential } from './api';

type Facts = Pick<PublicCredential, 'name' | 'issuer' | 'issued_on' | 'expired_on' | 'url' | 'encoded_id'>;

/** The URL that adds a credential to a LinkedIn profile, with prefilled fields. */
export function linkedInProfileAddress(credential: Facts): string {
  const params = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: credential.name,
    certUrl: credential.url,
    certId: credential.encoded_id,
  });
  const company = credential.issuer.linkedin_company_id;
  if (/^\d+$/.test(company)) params.set('organizationId', company);
  else params.set('organizationName', credential.issuer.name);
  putMonth(params, 'issue', credential.issued_on);
  putMonth(params, 'expiration', credential.expired_on);
  return `https://www.linkedin.com/profile/add?${params}`;
}

/** The values of a LinkedIn certification, for people who fill in the form themselves. Months are written like 2026-05. */
export function linkedInFields(credential: Facts) {
  return {
    name: credential.name,
    organization: credential.issuer.name,
    issued: credential.issued_on.slice(0, 7),
    expires: credential.expired_on?.slice(0, 7) ?? '',
    id: credential.encoded_id,
    url: credential.url,
  };
}

export const xAddress = (text: string, url: string) =>
  `https://x.com/intent/tweet?${new URLSearchParams({ text, url })}`;

export const facebookAddress = (url: string) =>
  `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`;

export const whatsAppAddress = (text: string, url: string) =>
  `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`;

/** The HTML of a credential for the signature of emails. */
export function signatureCode(credential: Pick<PublicCredential, 'url' | 'name' | 'issuer'>): string {
  return `<a href="${escaped(credential.url)}" style="color:#1f6f4a;text-decoration:none"><strong>${escaped(credential.name)}</strong> &middot; ${escaped(credential.issuer.name)}</a>`;
}

export function mailAddress(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

export function linkedInShareAddress(url: string): string {
  return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`;
}

/** The HTML that embeds a credential in another page. */
export function embedCode(credential: Pick<PublicCredential, 'url' | 'name'>): string {
  const url = new URL(credential.url);
  const source = `${url.origin}/embed${url.pathname}${url.search}`;
  return `<iframe src="${escaped(source)}" title="${escaped(credential.name)}" width="600" height="520" style="border:0" loading="lazy"></iframe>`;
}

function putMonth(params: URLSearchParams, name: string, day: string | null): void {
  const match = /^(\d{4})-(\d{2})/.exec(day ?? '');
  if (!match) return;
  params.set(`${name}Year`, match[1] ?? '');
  params.set(`${name}Month`, String(Number(match[2])));
}

function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
