import { useEditorContext } from '../context';
import type { Block } from '../model/types';
import { patchBlocks } from '../state/blocks';
import type { BlockKey } from '../state/sheet';

/** Changes fields of blocks. What is typed into one field is one undo step until the field is left. */
export function usePatch(keys: readonly BlockKey[]) {
  const { store } = useEditorContext();
  return {
    patch: (change: Partial<Block>) =>
      store
        .getState()
        .change(
          'style',
          (sheet) => patchBlocks(sheet, keys, change),
          `${Object.keys(change).join()} of ${keys.join()}`,
        ),
    settle: store.getState().settle,
  };
}
