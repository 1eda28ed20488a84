import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { newTextBlock } from './blocks/text/block';
import { zoomStep } from './canvas/camera';
import { useEditorContext } from './context';
import { pageBox } from './model/sizes';
import type { Block } from './model/types';
import {
  addBlocks,
  addCopies,
  duplicateBlocks,
  patchBlocks,
  reorderBlocks,
  type Shift,
} from './state/blocks';
import { type Axis, alignBlocks, distributeBlocks, type Edge, moveBlocks } from './state/place';
import { chosenBlocks, findBlock, keyOf } from './state/sheet';
import { pictureCommands } from './upload/pictureCommands';
import { useBlockWords } from './words';

/** Everything that buttons and keys do, with what a screen reader is told about it. */
export function useCommands() {
  const { t } = useTranslation();
  const context = useEditorContext();
  const words = useBlockWords();

  return useMemo(() => {
    const { store, view } = context;
    const say = (text: string) => view.getState().announce(text);
    const page = () => pageBox(store.getState().sheet.design);
    const chosen = () => chosenBlocks(store.getState().sheet, store.getState().selection);
    const add = (block: Block) => {
      store.getState().add('add', (sheet) => addBlocks(sheet, [block]));
      say(t('editor.said.added', { name: words.name(block) }));
    };
    return {
      add,
      ...pictureCommands({ ...context, t, add, say }),
      addWords: (text: string) => add(newTextBlock(text)),
      pasteBlocks: (blocks: readonly Block[]) => {
        store.getState().add('paste', (sheet) => addCopies(sheet, blocks));
        say(t('editor.said.pasted', { count: blocks.length }));
      },
      remove: () => {
        const count = chosen().filter(({ locked }) => !locked).length;
        store.getState().removeSelected();
        say(t('editor.said.deleted', { count }));
      },
      duplicate: () => {
        const { add: addAll, selection } = store.getState();
        addAll('duplicate', (sheet) => duplicateBlocks(sheet, selection));
      },
      selectAll: () => {
        const { sheet, select } = store.getState();
        select(sheet.design.blocks.filter(({ hidden, locked }) => !hidden && !locked).map(keyOf));
      },
      nudge: (dx: number, dy: number, repeated: boolean) => {
        const { change, settle, selection } = store.getState();
        if (!repeated) settle();
        change('move', (sheet) => moveBlocks(sheet, selection, dx, dy), 'nudge');
        const [first] = chosen();
        if (first) say(words.described(first));
      },
      arrange: (shift: Shift) => {
        const { change, selection } = store.getState();
        change('arrange', (sheet) => reorderBlocks(sheet, selection, shift));
        say(t(`editor.said.${shift}`));
      },
      align: (edge: Edge, to: 'page' | 'selection') => {
        const { change, selection } = store.getState();
        change('align', (sheet) => alignBlocks(sheet, selection, edge, to));
      },
      distribute: (axis: Axis) => {
        const { change, selection } = store.getState();
        change('distribute', (sheet) => distributeBlocks(sheet, selection, axis));
      },
      toggleLock: (keys: readonly number[]) => {
        const { change, sheet } = store.getState();
        const locked = !chosenBlocks(sheet, keys).every((block) => block.locked);
        change('lock', (before) => patchBlocks(before, keys, { locked }));
        say(t(locked ? 'editor.said.locked' : 'editor.said.unlocked'));
      },
      toggleHidden: (keys: readonly number[]) => {
        const { change, sheet } = store.getState();
        const hidden = !chosenBlocks(sheet, keys).every((block) => block.hidden);
        change('hide', (before) => patchBlocks(before, keys, { hidden }));
        say(t(hidden ? 'editor.said.hidden' : 'editor.said.shown'));
      },
      editText: () => {
        const { sheet, selection, startEditing } = store.getState();
        const block = selection.length === 1 ? findBlock(sheet, selection[0] ?? -1) : undefined;
        if (block?.kind === 'text' && !block.locked && !block.hidden) startEditing(keyOf(block));
      },
      undo: () => {
        const step = store.getState().history.past.at(-1);
        store.getState().undo();
        if (step) say(t('editor.said.undone', { step: t(`editor.step.${step.name}`) }));
      },
      redo: () => {
        const step = store.getState().history.future.at(-1);
        store.getState().redo();
        if (step) say(t('editor.said.redone', { step: t(`editor.step.${step.name}`) }));
      },
      zoomIn: () => view.getState().zoomTo(zoomStep(view.getState().camera.zoom, 1)),
      zoomOut: () => view.getState().zoomTo(zoomStep(view.getState().camera.zoom, -1)),
      fit: () => view.getState().fit(page()),
      fitSelection: () => {
        const frames = chosen().map(frameOf);
        if (frames.length > 0) view.getState().fitFrame(around(frames));
      },
      actualSize: () => view.getState().actualSize(page()),
    };
  }, [t, context, words]);
}

export type Commands = ReturnType<typeof useCommands>;
