import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { newTextBlock } from '../../core/blocks/text/block';
import type { Copies } from '../../core/document/groups';
import { chosenBlocks } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { zoomStep } from '../../core/geometry/camera';
import { around, frameOf } from '../../core/geometry/frames';
import { pageBox } from '../../core/primitives/sizes';
import { useEditorContext } from '../../state/context/context';
import { addBlocks, addCopies } from '../../state/editing/blocks';
import { useBlockWords } from '../words/words';
import { blockCommands } from './blockCommands';
import { pictureCommands } from './pictureCommands';

/** Returns all commands of buttons and keys, with their screen reader announcements. */
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
      pasteBlocks: (copies: Copies) => {
        store.getState().add('paste', (sheet) => addCopies(sheet, copies));
        say(t('editor.said.pasted', { count: copies.blocks.length }));
      },
      ...blockCommands({ ...context, t, words, say }),
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
