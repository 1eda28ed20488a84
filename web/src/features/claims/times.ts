/** A moment as a field for date and time shows it, in the time of this browser; empty for none. */
export function toField(moment: string | null): string {
  if (!moment) return '';
  const at = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment that such a field says; null for none. */
export function fromField(text: string): string | null {
  return text === '' ? null : new Date(text).toISOString();
}

/** Domains as people write them: with commas, blanks or lines between. */
export const domainsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((domain) => domain !== '');
