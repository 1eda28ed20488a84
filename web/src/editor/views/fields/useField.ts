import { useTranslation } from 'react-i18next';
import type { Block } from '../../core/blocks';
import { keyOf } from '../../core/document/sheet';
import { useEditorContext } from '../../state/context/context';
import { patchEach } from '../../state/editing/blocks';
import { isLocked, partOf } from '../../state/editing/locks';

/** The name of a field of any block kind. */
type FieldName = Block extends infer B ? (B extends B ? keyof B & string : never) : never;

export type Field<T> = {
  /** The value that all blocks share, or undefined if they differ. */
  value: T | undefined;
  mixed: boolean;
  /** Whether a lock prevents changes in all of the blocks. */
  locked: boolean;
  set: (value: T) => void;
  /** Ends the undo step of the typed text. */
  settle: () => void;
};

/** One field of one or more blocks. All typing until the field loses focus is one undo step. */
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

/** Changes each block in its own way, as one undo step. */
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
