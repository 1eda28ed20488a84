/** The last day of a period, whose end is the day after it. */
export function lastDay(end: string): string {
  const day = new Date(`${end}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}
