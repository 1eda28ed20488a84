import { useCallback, useMemo, useReducer } from 'react';
import type { Block, BlockType, Style, TemplateInput, Variant, WholeTemplate } from './api';

/** What a person edits of a template. */
export interface Draft {
  name: string;
  state: WholeTemplate['state'];
  default: boolean;
  language: string;
  from_name: string;
  reply_to: string;
  style: Style;
  variants: Record<string, Variant>;
}

const draftOf = (template: WholeTemplate): Draft => ({
  name: template.name,
  state: template.state,
  default: template.default,
  language: template.language,
  from_name: template.from_name,
  reply_to: template.reply_to,
  style: template.style,
  variants: template.variants as Record<string, Variant>,
});

export const inputOf = (draft: Draft, version: number): TemplateInput => ({ ...draft, version });

interface History {
  past: Draft[];
  now: Draft;
  future: Draft[];
  saved: Draft;
  /** What the last change was about: further changes of the same are one step of undo. */
  about: string;
  at: number;
}

type Step =
  | { kind: 'change'; draft: (now: Draft) => Draft; about: string; at: number }
  | { kind: 'undo' | 'redo' }
  | { kind: 'saved'; draft: Draft };

/** How many steps can be undone. */
const MOST_STEPS = 100;
const TOGETHER_MS = 1_000;

export function reduce(history: History, step: Step): History {
  const { past, now, future } = history;
  switch (step.kind) {
    case 'change': {
      const next = step.draft(now);
      if (next === now) return history;
      const same = step.about !== '' && step.about === history.about && step.at - history.at < TOGETHER_MS;
      return {
        ...history,
        past: same ? past : [...past, now].slice(-MOST_STEPS),
        now: next,
        future: [],
        about: step.about,
        at: step.at,
      };
    }
    case 'undo': {
      const before = past.at(-1);
      if (!before) return history;
      return { ...history, past: past.slice(0, -1), now: before, future: [now, ...future], about: '' };
    }
    case 'redo': {
      const [next, ...rest] = future;
      if (!next) return history;
      return { ...history, past: [...past, now], now: next, future: rest, about: '' };
    }
    case 'saved':
      return { ...history, now: step.draft, saved: step.draft, about: '' };
  }
}

export const begin = (draft: Draft): History => ({
  past: [],
  now: draft,
  future: [],
  saved: draft,
  about: '',
  at: 0,
});

/** The unsaved template with its steps of undo. */
export function useDraft(template: WholeTemplate) {
  const [history, step] = useReducer(reduce, template, (first) => begin(draftOf(first)));
  const change = useCallback(
    (draft: (now: Draft) => Draft, about = '') => step({ kind: 'change', draft, about, at: Date.now() }),
    [],
  );
  const dirty = useMemo(
    () => JSON.stringify(history.now) !== JSON.stringify(history.saved),
    [history.now, history.saved],
  );
  return {
    draft: history.now,
    dirty,
    change,
    undo: history.past.length > 0 ? () => step({ kind: 'undo' }) : undefined,
    redo: history.future.length > 0 ? () => step({ kind: 'redo' }) : undefined,
    saved: (saved: WholeTemplate) => step({ kind: 'saved', draft: draftOf(saved) }),
  };
}

/** Returns a change of one variant. */
export const inVariant =
  (language: string, change: (variant: Variant) => Variant) =>
  (now: Draft): Draft => {
    const variant = now.variants[language];
    return variant ? { ...now, variants: { ...now.variants, [language]: change(variant) } } : now;
  };

export const newId = () => Math.random().toString(36).slice(2, 10);

const EMPTY = { type: 'doc', content: [{ type: 'paragraph' }] };

/** A new block. Its link is that of the type of emails. */
export function newBlock(type: BlockType, link: string): Block {
  const block: Block = { id: newId(), type };
  switch (type) {
    case 'button':
      return { ...block, text: '', url: link };
    case 'text':
    case 'footer':
      return { ...block, doc: EMPTY };
    case 'picture':
      return { ...block, which: 'primary', align: 'center' };
    case 'spacer':
      return { ...block, height: 24 };
    case 'columns':
      return { ...block, columns: [[newBlock('text', link)], [newBlock('text', link)]] };
    case 'social':
      return { ...block, links: [{ label: '', url: '' }] };
    default:
      return block;
  }
}

/** A copy of a block with identifiers of its own. */
export const copyOf = (block: Block): Block => ({
  ...block,
  id: newId(),
  ...(block.columns ? { columns: block.columns.map((column) => column.map(copyOf)) } : {}),
});

/** Moves a block of a list to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}

export type Change = ReturnType<typeof useDraft>['change'];

/** What blocks need to know of their email. */
export interface Around {
  tags: readonly string[];
  /** The tag of the email's link. */
  link: string;
  credential: boolean;
  direction: 'ltr' | 'rtl';
}
