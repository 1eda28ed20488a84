/** The parameters that the host put into the URL of the frame. */
export type Address = {
  /** A code, a token or, if the department allows it, a long-lived authorization. If empty, it arrives with `init`. */
  secret: string;
  departmentId: number | undefined;
  designId: number | undefined;
  locale: string | undefined;
  scheme: 'light' | 'dark' | 'auto' | undefined;
  /** The page that claims to embed us. It is only used to send the first message. */
  origin: string | undefined;
  readOnly: boolean;
};

const SCHEMES = ['light', 'dark', 'auto'] as const;
/** An ID that no design has, used for anything but a number: opening nothing is safer than opening another design. */
const NOBODYS = -1;

/** Parses the URL. The secret may also be in the fragment, which no server sees. Parameters have an older and a newer name. */
export function readAddress({ searchParams, hash }: URL): Address {
  const fragment = new URLSearchParams(hash.slice(1));
  const text = (...names: string[]) =>
    names.map((name) => searchParams.get(name) ?? fragment.get(name)).find((value) => value) ?? undefined;
  return {
    secret: text('authorization', 'issuer_token', 'code') ?? '',
    departmentId: number(text('department_id')),
    designId: number(text('design_id', 'id')),
    locale: text('locale'),
    scheme: SCHEMES.find((scheme) => scheme === text('theme')),
    origin: originOf(text('origin')),
    readOnly: text('mode') === 'view',
  };
}

function number(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : NOBODYS;
}

/** The origin of a URL, or undefined if it is invalid or has none. */
export function originOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  return url && url.origin !== 'null' ? url.origin : undefined;
}
