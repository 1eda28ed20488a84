import type { Import } from './types';

/** The steps of an import, in their order; each has an address. */
export const STEPS = ['file', 'columns', 'check', 'start', 'result'] as const;
export type Step = (typeof STEPS)[number];

const REACHED: Record<Import['state'], readonly [open: readonly Step[], usual: Step]> = {
  uploaded: [['file'], 'file'],
  parsed: [['file', 'columns'], 'file'],
  mapped: [['file', 'columns', 'check'], 'check'],
  validated: [['file', 'columns', 'check', 'start'], 'check'],
  importing: [['result'], 'result'],
  completed: [['result'], 'result'],
  completed_with_errors: [['result'], 'result'],
  failed: [['file'], 'file'],
  cancelled: [['result'], 'result'],
};

/** The steps that can be gone to in a state. */
export const openSteps = (state: Import['state']): readonly Step[] => REACHED[state][0];

/** The step that an address asks for, or the one that comes next where that is not open. */
export function stepOf(state: Import['state'], asked: string | undefined): Step {
  const [open, usual] = REACHED[state];
  return open.find((step) => step === asked) ?? usual;
}

/** True while the server is at work and tells more by itself. */
export const isWorking = ({ state, undo }: Pick<Import, 'state' | 'undo'>) =>
  ['uploaded', 'mapped', 'importing'].includes(state) || (undo !== null && undo.finished_at === null);

/** How many rows the run has settled. */
export const rowsDone = ({ created, updated, skipped, failed }: Import) =>
  created + updated + skipped + failed;
