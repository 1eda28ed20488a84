/** Returns a timestamp as the local time of a date and time input; empty for none. */
export function toField(moment: string | null): string {
  if (!moment) return '';
  const at = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Returns the timestamp of such an input; null for none. */
export function fromField(text: string): string | null {
  return text === '' ? null : new Date(text).toISOString();
}

/** Splits a list of domains at commas, semicolons and white space. */
export const domainsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((domain) => domain !== '');
