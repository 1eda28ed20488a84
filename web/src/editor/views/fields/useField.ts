import { useTranslation } from 'react-i18next';
import type { Block } from '../../core/blocks';
import { keyOf } from '../../core/document/sheet';
import { useEditorContext } from '../../state/context/context';
import { patchEach } from '../../state/editing/blocks';
import { isLocked, partOf } from '../../state/editing/locks';

/** A field of any kind of block. */
type FieldName = Block extends infer B ? (B extends B ? keyof B & string : never) : never;

export type Field<T> = {
  /** What all blocks have; undefined when they differ. */
  value: T | undefined;
  mixed: boolean;
  /** A lock keeps it as it is in all of the blocks. */
  locked: boolean;
  set: (value: T) => void;
  /** Ends the undo step of what was typed. */
  settle: () => void;
};

/** One field of one or more blocks. What is typed into it is one undo step until it is left. */
export function useField<T>(blocks: readonly Block[], name: FieldName, fallback: T): Field<T> {
  const { t } = useTranslation();
  const { ports } = useEditorContext();
  const { changeEach, settle } = useChange(blocks);
  const values = new Set(blocks.map((block) => (block as Record<string, unknown>)[name] ?? fallback));
  const mixed = values.size > 1;
  const [part] = blocks.map((block) => partOf(block, name));
  const locked = part !== undefined && blocks.every((block) => isLocked(block, part));
  return {
    value: mixed ? undefined : ([...values][0] as T),
    mixed,
    locked,
    set: (value) => {
      if (locked) ports.tell(t(`editor.refused.${part}`, { count: blocks.length }), 'warning');
      else changeEach(name, () => ({ [name]: value }));
    },
    settle,
  };
}

/** Changes blocks, each in its own way, as one undo step. */
export function useChange<B extends Block>(blocks: readonly B[]) {
  const { store } = useEditorContext();
  const { change, settle } = store.getState();
  const keys = blocks.map(keyOf);
  return {
    changeEach: (name: string, changeOf: (block: B) => Partial<B>) =>
      change(
        'style',
        (sheet) => patchEach(sheet, keys, (block) => changeOf(block as B)),
        `${name} of ${keys.join()}`,
      ),
    settle,
  };
}
