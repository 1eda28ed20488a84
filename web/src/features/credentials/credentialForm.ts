import { email, maxLength, percent, type Rule, required } from '../../lib/validation';
import type { AttributeKey, Credential, CredentialInput } from './api';

/** A credential as its form holds it: texts under the server's paths, so that its refusals find their fields. */
export type CredentialValues = Record<string, string>;

export const CUSTOM = 'custom_attributes.';

export type Privacy = 'inherit' | 'private' | 'public';

/** The values of a new credential, issued on the given day. */
export function newCredential(today: string, attributes: readonly AttributeKey[]): CredentialValues {
  return {
    'recipient.name': '',
    'recipient.email': '',
    license_id: '',
    name: '',
    description: '',
    issued_on: today,
    expired_on: '',
    grade: '',
    private: 'inherit',
    ...Object.fromEntries(attributes.map(({ key }) => [CUSTOM + key, ''])),
  };
}

export function credentialValues(
  credential: Credential,
  attributes: readonly AttributeKey[],
): CredentialValues {
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  return {
    'recipient.name': credential.recipient.name,
    'recipient.email': credential.recipient.email,
    license_id: text(credential.license_id),
    name: text(credential.own_name),
    description: text(credential.own_description),
    issued_on: credential.issued_on,
    expired_on: text(credential.expired_on),
    grade: text(credential.grade),
    private: credential.private ? 'private' : 'public',
    ...Object.fromEntries(
      // Undeclared attributes have no field; they are sent back so that saving keeps them.
      [...Object.keys(credential.custom_attributes), ...attributes.map(({ key }) => key)].map((key) => [
        CUSTOM + key,
        text(credential.custom_attributes[key]),
      ]),
    ),
  };
}

/**
 * What the server is told. An emptied field takes its value away; a new credential leaves it out instead,
 * so that the group's own rules of expiry and privacy hold.
 */
export function credentialInput(values: CredentialValues, groupId: number, isNew: boolean): CredentialInput {
  const custom = Object.entries(values)
    .filter(([name]) => name.startsWith(CUSTOM))
    .map(([name, value]) => [name.slice(CUSTOM.length), orNull(value)]);
  const expiry = orNull(values.expired_on);
  return {
    group_id: groupId,
    recipient: { name: trimmed(values['recipient.name']), email: trimmed(values['recipient.email']) },
    license_id: trimmed(values.license_id),
    name: trimmed(values.name),
    description: trimmed(values.description),
    issued_on: values.issued_on,
    ...(isNew && expiry === null ? {} : { expired_on: expiry }),
    grade: orNull(values.grade) === null ? null : Number(values.grade),
    custom_attributes: Object.fromEntries(custom),
    ...(values.private === 'inherit' ? {} : { private: values.private === 'private' }),
  };
}

/** The rules of the form; those of attributes follow from their kind. */
export function credentialRules(attributes: readonly AttributeKey[]): Record<string, readonly Rule[]> {
  return {
    'recipient.name': [required, maxLength(255)],
    'recipient.email': [required, email, maxLength(320)],
    license_id: [maxLength(255)],
    name: [maxLength(255)],
    description: [maxLength(5000)],
    issued_on: [required],
    grade: [percent],
    ...Object.fromEntries(
      attributes.filter(({ kind }) => kind === 'email').map(({ key }) => [CUSTOM + key, [email]]),
    ),
  };
}

/** The attributes that the design shows first, then the rest: all can be filled. */
export function sortAttributes(
  attributes: readonly AttributeKey[],
  used: readonly string[],
): { shown: AttributeKey[]; rest: AttributeKey[] } {
  const bare = new Set(used.map((name) => name.replace(/^\[?custom\.|\]$/g, '')));
  return {
    shown: attributes.filter(({ key }) => bare.has(key)),
    rest: attributes.filter(({ key }) => !bare.has(key)),
  };
}

/** The last day of validity, where the group says how long its credentials last. */
export function expiryOf(
  issuedOn: string,
  expiry: { amount?: number; unit?: string } | null,
): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(issuedOn);
  if (!match || !expiry?.amount) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (expiry.unit === 'day') return iso(new Date(Date.UTC(year, month - 1, day + expiry.amount)));
  const months = month - 1 + expiry.amount * (expiry.unit === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return iso(new Date(Date.UTC(year, months, Math.min(day, lastDay))));
}

const iso = (date: Date) => date.toISOString().slice(0, 10);
const trimmed = (value: string | undefined) => (value ?? '').trim();
const orNull = (value: string | undefined) => trimmed(value) || null;

/** Which of the values that others share were changed: those of the recipient, those of the group. */
export function sharedChanges(before: CredentialValues, now: CredentialValues) {
  const changed = (...names: string[]) => names.some((name) => trimmed(before[name]) !== trimmed(now[name]));
  return { recipient: changed('recipient.name', 'recipient.email'), group: changed('name', 'description') };
}
