import { type RefObject, useId, useState } from 'react';
import { useEditorContext } from '../context';
import type { EditorAttribute } from '../ports';
import { caretIn, deleteBefore, insertText, textBefore } from './dom';
import { openTag } from './tags';

export type TagMenuState = {
  open: boolean;
  id: string;
  activeId: string;
  found: readonly EditorAttribute[];
  active: number;
  /** Where the caret is in the window. */
  at: { x: number; y: number };
  /** Looks at what stands before the caret and opens or closes. */
  look: () => void;
  move: (by: 1 | -1) => void;
  choose: (attribute: EditorAttribute | undefined) => void;
  close: () => void;
};

const MOST = 30;

/** The attributes to choose from after an open bracket. */
export function useTagMenu(host: RefObject<HTMLElement | null>, changed: () => void): TagMenuState {
  const { ports } = useEditorContext();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [at, setAt] = useState({ x: 0, y: 0 });

  const wanted = (typed ?? '').toLocaleLowerCase();
  const found = ports.attributes
    .filter(({ kind }) => kind !== 'image')
    .filter(({ name, tagName }) => `${name} ${tagName}`.toLocaleLowerCase().includes(wanted))
    .slice(0, MOST);
  const open = typed !== null && found.length > 0;

  return {
    open,
    id,
    activeId: `${id}-${active}`,
    found,
    active,
    at,
    look: () => {
      const next = host.current ? openTag(textBefore(host.current)) : null;
      const box = host.current && caretIn(host.current)?.getBoundingClientRect();
      if (box) setAt({ x: box.left, y: box.bottom });
      if (next !== typed) setActive(0);
      setTyped(next);
    },
    move: (by) => setActive((active + by + found.length) % found.length),
    choose: (attribute) => {
      if (!host.current || !attribute) return;
      deleteBefore(host.current, (typed ?? '').length + 1);
      insertText(host.current, `[${attribute.tagName}]`);
      setTyped(null);
      changed();
    },
    close: () => setTyped(null),
  };
}
