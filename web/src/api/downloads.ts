/** Addresses of files that a browser downloads by itself; a private credential's need its key. */
const BASE = '/v1/credentials';

export function pdfAddress(credentialId: string, form: 'pdf' | 'print' | 'marked', key?: string): string {
  const mode = form === 'pdf' ? form : 'print';
  const marks = form === 'marked' ? 'true' : undefined;
  return `${BASE}/generate_certificate_pdf?${query({ credential_id: credentialId, mode, marks, key })}`;
}

export function badgeAddress(credentialId: string, key?: string): string {
  return `${BASE}/generate_baked_badge?${query({ credential_id: credentialId, key })}`;
}

function query(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given).toString();
}
