const formats = new Map<string, Intl.NumberFormat>();

/** How grades are written everywhere: in percent, with at most the two decimals that a grade can have. */
export function percentFormat(locale: string): Intl.NumberFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  formats.set(locale, format);
  return format;
}
