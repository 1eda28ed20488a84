import type { Sheet } from '../../core/document/sheet';

/** The name of an undo step, which is a key under `editor.step`. */
export type StepName =
  | 'add'
  | 'adopt'
  | 'align'
  | 'arrange'
  | 'background'
  | 'badge'
  | 'delete'
  | 'distribute'
  | 'duplicate'
  | 'edit'
  | 'group'
  | 'hide'
  | 'lock'
  | 'move'
  | 'name'
  | 'page'
  | 'paste'
  | 'resize'
  | 'restore'
  | 'style'
  | 'template'
  | 'theirs'
  | 'type'
  | 'version'
  | 'ungroup';

export type Step = { name: StepName; before: Sheet; merge?: string };

/** The steps that can be undone, and those that can be redone. */
export type History = { present: Sheet; past: readonly Step[]; future: readonly Step[] };

const LIMIT = 100;

export function startHistory(present: Sheet): History {
  return { present, past: [], future: [] };
}

/** Records a step. Consecutive steps with the same merge key become one step. */
export function record(history: History, name: StepName, next: Sheet, merge?: string): History {
  const { present, past } = history;
  if (next === present) return history;
  const last = past.at(-1);
  const merges = merge !== undefined && last?.merge === merge && history.future.length === 0;
  const steps = merges ? past : [...past, { name, before: present, merge }].slice(-LIMIT);
  return { present: next, past: steps, future: [] };
}

/** Ends merging: the next step is recorded separately. */
export function settle(history: History): History {
  const last = history.past.at(-1);
  if (last?.merge === undefined) return history;
  return { ...history, past: [...history.past.slice(0, -1), { name: last.name, before: last.before }] };
}

export function undo({ present, past, future }: History): History {
  const last = past.at(-1);
  if (!last) return { present, past, future };
  return {
    present: last.before,
    past: past.slice(0, -1),
    future: [...future, { name: last.name, before: present }],
  };
}

export function redo({ present, past, future }: History): History {
  const next = future.at(-1);
  if (!next) return { present, past, future };
  return {
    present: next.before,
    past: [...past, { name: next.name, before: present }],
    future: future.slice(0, -1),
  };
}
