/** Returns the remaining time in ms at the speed so far, or null if there is too little progress for an estimate. */
export function timeLeft(startedAt: number, now: number, done: number, total: number): number | null {
  const elapsed = now - startedAt;
  if (done <= 0 || total <= 0 || elapsed < 1000) return null;
  if (done >= total) return 0;
  return (elapsed / done) * (total - done);
}
