import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { newImageBlock } from './blocks/image/block';
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
import { frameOf, withFrame } from './state/frames';
import { type Axis, alignBlocks, distributeBlocks, type Edge, moveBlocks } from './state/place';
import { chosenBlocks, findBlock, keyOf } from './state/sheet';
import { useBlockWords } from './words';

/** How wide an added picture is, in percent of the page. */
const PICTURE_WIDTH = 20;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const PICTURE_TYPES = /^image\/(?:png|jpeg|gif)$/;

/** Everything that buttons and keys do, with what a screen reader is told about it. */
export function useCommands() {
  const { t } = useTranslation();
  const { store, view, ports } = useEditorContext();
  const words = useBlockWords();

  return useMemo(() => {
    const say = (text: string) => view.getState().announce(text);
    const page = () => pageBox(store.getState().sheet.design);
    const chosen = () => chosenBlocks(store.getState().sheet, store.getState().selection);
    const add = (block: Block) => {
      store.getState().add('add', (sheet) => addBlocks(sheet, [block]));
      say(t('editor.said.added', { name: words.name(block) }));
    };
    const addPicture = async (url: string) => {
      const { design } = store.getState().sheet;
      const block = newImageBlock(url);
      const picture = new Image();
      picture.src = url;
      await picture.decode().catch(() => undefined);
      const shape = picture.naturalWidth > 0 ? picture.naturalHeight / picture.naturalWidth : 1;
      const { width, height } = page();
      const frame = { ...frameOf(block), width: PICTURE_WIDTH };
      add(
        withFrame(
          block,
          { ...frame, height: (((PICTURE_WIDTH / 100) * width * shape) / height) * 100 },
          design,
        ),
      );
    };
    return {
      add,
      addPicture,
      /** Checks and stores a picture; undefined when it was refused, which has been said then. */
      upload: async (file: File, onProgress: (part: number) => void): Promise<string | undefined> => {
        if (!PICTURE_TYPES.test(file.type)) ports.tell(t('editor.upload.type'), 'warning');
        else if (file.size > MAX_PICTURE_BYTES) ports.tell(t('editor.upload.size'), 'warning');
        else {
          try {
            return await ports.upload(file, onProgress);
          } catch {
            ports.tell(t('editor.upload.failed'), 'warning');
          }
        }
        return undefined;
      },
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
      actualSize: () => view.getState().actualSize(page()),
    };
  }, [t, store, view, ports, words]);
}

export type Commands = ReturnType<typeof useCommands>;
