import type { Import } from './types';

/** The steps of an import, in order. Each has a URL. */
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
  stopped: [['result'], 'result'],
};

/** Returns the steps that are open in a state. */
export const openSteps = (state: Import['state']): readonly Step[] => REACHED[state][0];

/** Returns the step from the URL, or the default one if that step is not open. */
export function stepOf(state: Import['state'], asked: string | undefined): Step {
  const [open, usual] = REACHED[state];
  return open.find((step) => step === asked) ?? usual;
}

/** Whether the server is processing the import, so that its state changes without user input. */
export const isWorking = ({ state, undo }: Pick<Import, 'state' | 'undo'>) =>
  ['uploaded', 'mapped', 'importing'].includes(state) || (undo !== null && undo.finished_at === null);

/** Returns the number of processed rows. */
export const rowsDone = ({ created, updated, skipped, failed }: Import) =>
  created + updated + skipped + failed;
