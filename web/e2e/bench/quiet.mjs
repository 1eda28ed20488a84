import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const AT_REST = 0.15;
const STEP_MS = 500;
const STEPS_AT_REST = 4;
const MOST_STEPS = 240;

/**
 * Waits until the processors were nearly idle for two seconds, for two minutes at most: the pictures of designs just
 * saved are printed behind what is to be measured.
 */
export async function quiet() {
  let before = used();
  let resting = 0;
  for (let step = 0; step < MOST_STEPS && resting < STEPS_AT_REST; step++) {
    await sleep(STEP_MS);
    const now = used();
    resting = (now.busy - before.busy) / (now.all - before.all) < AT_REST ? resting + 1 : 0;
    before = now;
  }
}

function used() {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}
