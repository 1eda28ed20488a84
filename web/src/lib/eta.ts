/** Milliseconds left at the pace so far, or null while there is nothing to judge by. */
export function timeLeft(startedAt: number, now: number, done: number, total: number): number | null {
  const elapsed = now - startedAt;
  if (done <= 0 || total <= 0 || elapsed < 1000) return null;
  if (done >= total) return 0;
  return (elapsed / done) * (total - done);
}
