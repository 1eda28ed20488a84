import { useId, useState } from 'react';
import { fold } from '../../../lib/fold';
import { useEditorContext } from '../../state/context/context';
import type { EditorAttribute } from '../../state/ports/editor';
import { openTag } from './tags';

export type TagMenuState = {
  open: boolean;
  id: string;
  activeId: string;
  found: readonly EditorAttribute[];
  active: number;
  /** The position of the caret in the window. */
  at: { x: number; y: number };
  /** Reads the text before the caret and opens or closes the menu. */
  look: (before: string, box: DOMRect | undefined) => void;
  move: (by: 1 | -1) => void;
  choose: (attribute: EditorAttribute | undefined) => void;
  close: () => void;
};

const MOST = 30;

/** A menu of attributes after an open bracket. `insert` replaces that many typed letters with a tag. */
export function useTagMenu(insert: (tag: string, instead: number) => void): TagMenuState {
  const { ports } = useEditorContext();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [at, setAt] = useState({ x: 0, y: 0 });

  const wanted = fold(typed ?? '');
  const found = ports.attributes
    .filter(({ kind }) => kind !== 'image')
    .filter(({ name, tagName }) => fold(`${name} ${tagName}`).includes(wanted))
    .slice(0, MOST);
  const open = typed !== null && found.length > 0;

  return {
    open,
    id,
    activeId: `${id}-${active}`,
    found,
    active,
    at,
    look: (before, box) => {
      const next = openTag(before);
      if (next !== null && box) setAt({ x: box.left, y: box.bottom });
      if (next !== typed) setActive(0);
      setTyped(next);
    },
    move: (by) => setActive((active + by + found.length) % found.length),
    choose: (attribute) => {
      if (!attribute) return;
      insert(`[${attribute.tagName}]`, (typed ?? '').length + 1);
      setTyped(null);
    },
    close: () => setTyped(null),
  };
}
