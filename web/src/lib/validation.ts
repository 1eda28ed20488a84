/** A validation rule. It returns the message key of the error, or null. */
export type Rule<V = string> = (value: V) => { key: RuleMessage; values?: Record<string, number> } | null;

export type RuleMessage =
  | 'validation.required'
  | 'validation.email'
  | 'validation.url'
  | 'validation.percent'
  | 'validation.days'
  | 'validation.tooShort'
  | 'validation.tooLong'
  | 'validation.accept';

const EMAIL = /^[^\s@<>(),;:"[\]\\]+@([a-z0-9\u0080-\uffff-]+\.)+[a-z0-9\u0080-\uffff-]{2,}$/i;
const PRIVATE_HOST = /^(localhost|0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/i;

export const required: Rule = (value) => (value.trim() === '' ? { key: 'validation.required' } : null);

/** An empty value is valid: use `required` to reject it. */
export const email: Rule = (value) => {
  const text = value.trim();
  if (text === '') return null;
  const host = text.slice(text.lastIndexOf('@') + 1);
  return EMAIL.test(text) && host.length <= 255 ? null : { key: 'validation.email' };
};

/** Accepts http, https and ftp URLs that are not on a private network. An empty value is valid. */
export const url: Rule = (value) => {
  const text = value.trim();
  if (text === '') return null;
  return isPublicUrl(text) ? null : { key: 'validation.url' };
};

/** Whole numbers, separated by commas or spaces. */
export const days: Rule = (value) => (/^[\d\s,;،]*$/.test(value) ? null : { key: 'validation.days' });

export const percent: Rule = (value) => {
  if (value.trim() === '') return null;
  const number = Number(value);
  return number >= 0 && number <= 100 ? null : { key: 'validation.percent' };
};

export const minLength =
  (min: number): Rule =>
  (value) =>
    value !== '' && value.length < min
      ? { key: 'validation.tooShort', values: { number: min, count: min } }
      : null;

export const maxLength =
  (max: number): Rule =>
  (value) =>
    value.trim().length > max ? { key: 'validation.tooLong', values: { number: max, count: max } } : null;

export const accepted: Rule<boolean> = (value) => (value ? null : { key: 'validation.accept' });

function isPublicUrl(text: string): boolean {
  let parsed: URL;
  try {
    parsed = new URL(text);
  } catch {
    return false;
  }
  if (!['http:', 'https:', 'ftp:'].includes(parsed.protocol)) return false;
  return parsed.hostname.includes('.') && !PRIVATE_HOST.test(parsed.hostname);
}
