/** What the host put into the address of the frame. */
export type Address = {
  /** A code, a token or, where the department allows it, a long-lived authorization. Empty: it comes with `init`. */
  secret: string;
  departmentId: number | undefined;
  designId: number | undefined;
  locale: string | undefined;
  scheme: 'light' | 'dark' | 'auto' | undefined;
  /** The page that says it holds us: only ever a place to say hello to. */
  origin: string | undefined;
  readOnly: boolean;
};

const SCHEMES = ['light', 'dark', 'auto'] as const;
/** A design that nobody has, for what is no number: opening nothing is safer than opening something else. */
const NOBODYS = -1;

/** Reads the address. The secret may also stand in the fragment, which no server sees; names have an older and a newer form. */
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

/** The origin of an address; undefined for what is none, and for pages that have none. */
export function originOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  return url && url.origin !== 'null' ? url.origin : undefined;
}
