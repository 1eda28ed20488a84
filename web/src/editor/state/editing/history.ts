import type { Sheet } from '../../core/document/sheet';

/** What an undo step is called in the interface: a key under `editor.step`. */
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

/** What was done and can be undone, and what was undone and can be done again. */
export type History = { present: Sheet; past: readonly Step[]; future: readonly Step[] };

const LIMIT = 100;

export function startHistory(present: Sheet): History {
  return { present, past: [], future: [] };
}

/** Adds one step. Steps that name the same thing to merge with are one step, until another comes between. */
export function record(history: History, name: StepName, next: Sheet, merge?: string): History {
  const { present, past } = history;
  if (next === present) return history;
  const last = past.at(-1);
  const merges = merge !== undefined && last?.merge === merge && history.future.length === 0;
  const steps = merges ? past : [...past, { name, before: present, merge }].slice(-LIMIT);
  return { present: next, past: steps, future: [] };
}

/** Ends merging: the next step stands for itself. */
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
