/** The time zones that the browser knows, and the current one even if it is not among them. */
export function timeZones(current: string): string[] {
  return [...new Set(['UTC', ...(current ? [current] : []), ...Intl.supportedValuesOf('timeZone')])];
}
