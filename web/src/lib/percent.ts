const formats = new Map<string, Intl.NumberFormat>();

/** Returns the formatter for all grades: in percent, with up to two decimals, which is the precision of a grade. */
export function percentFormat(locale: string): Intl.NumberFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  formats.set(locale, format);
  return format;
}
