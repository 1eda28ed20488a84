import { FORM_TEXTS, nameOf } from '../../api/recipientTexts';
import { email, maxLength, percent, type Rule, required } from '../../lib/validation';
import type { AttributeKey, Credential, CredentialInput } from './api';

/** The form values of a credential, keyed by the server's field paths so that its errors find their fields. */
export type CredentialValues = Record<string, string>;

export const CUSTOM = 'custom_attributes.';

export type Privacy = 'inherit' | 'private' | 'public';

/** Returns the initial values of a new credential with the given issue date. */
export function newCredential(today: string, attributes: readonly AttributeKey[]): CredentialValues {
  return {
    ...Object.fromEntries(FORM_TEXTS.map(({ field }) => [field, ''])),
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
    ...Object.fromEntries(FORM_TEXTS.map(({ field }) => [field, text(credential.recipient[nameOf(field)])])),
    license_id: text(credential.license_id),
    name: text(credential.own_name),
    description: text(credential.own_description),
    issued_on: credential.issued_on,
    expired_on: text(credential.expired_on),
    grade: text(credential.grade),
    private: credential.private ? 'private' : 'public',
    ...Object.fromEntries(
      // Undeclared attributes have no field. They are sent back so that saving keeps them.
      [...Object.keys(credential.custom_attributes), ...attributes.map(({ key }) => key)].map((key) => [
        CUSTOM + key,
        text(credential.custom_attributes[key]),
      ]),
    ),
  };
}

/**
 * Converts the form values to API input. An empty field clears the value. A new credential omits it instead, so that the
 * group's settings for expiry and privacy apply.
 */
export function credentialInput(values: CredentialValues, groupId: number, isNew: boolean): CredentialInput {
  const custom = Object.entries(values)
    .filter(([name]) => name.startsWith(CUSTOM))
    .map(([name, value]) => [name.slice(CUSTOM.length), orNull(value)]);
  const expiry = orNull(values.expired_on);
  return {
    group_id: groupId,
    recipient: Object.fromEntries(FORM_TEXTS.map(({ field }) => [nameOf(field), trimmed(values[field])])),
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

/** Returns the validation rules of the form. Those of attributes depend on their kind. */
export function credentialRules(attributes: readonly AttributeKey[]): Record<string, readonly Rule[]> {
  return {
    ...Object.fromEntries(
      FORM_TEXTS.map(({ field, max, input, ...text }) => [
        field,
        [...(text.required ? [required] : []), ...(input === 'email' ? [email] : []), maxLength(max)],
      ]),
    ),
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

/** Splits the attributes into those that the designs use and the rest. Both can be filled in. */
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

/** Returns the last day of validity if the group defines how long its credentials are valid. */
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

/** Returns which shared values have changed: those of the recipient, those of the group. */
export function sharedChanges(before: CredentialValues, now: CredentialValues) {
  const changed = (...names: string[]) => names.some((name) => trimmed(before[name]) !== trimmed(now[name]));
  return { recipient: changed('recipient.name', 'recipient.email'), group: changed('name', 'description') };
}
