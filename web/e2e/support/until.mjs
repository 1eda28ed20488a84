import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 150;

/** Asks until the answer is truthy, and gives it back; an error of the question ends the waiting. */
export async function until(what, ask, timeout = 60_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited ${timeout / 1000} s in vain until ${what}`);
    await pause(STEP_MS);
  }
}
