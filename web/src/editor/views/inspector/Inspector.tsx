import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenBlocks } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { useEditor, usePanelSheet } from '../../state/context/context';
import { unitsOf } from '../../state/editing/groups';
import type { Commands } from '../commands/useCommands';
import type { Blocks } from '../fields/blockField';
import panels from '../styles/panels.module.css';
import { useBlockWords } from '../words/words';
import { ArrangeFields, BlockFields, loadBlockFields, PageFields } from './lazy';

/** The properties of the selection, or of the page if nothing is selected. */
export function Inspector({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const sheet = usePanelSheet();
  const selection = useEditor((state) => state.selection);
  const words = useBlockWords();
  const entered = useEditor((state) => state.entered);
  const blocks = chosenBlocks(sheet, selection);
  useFieldsBeforehand();
  const [first] = blocks;
  const isGroup = blocks.length > 1 && unitsOf(sheet, selection, entered).length === 1;
  const title = () => {
    if (first === undefined) return t('editor.page.title');
    if (blocks.length === 1) return words.kind(first);
    const count = t('editor.panel.several', { count: blocks.length });
    return isGroup ? t('editor.group.title', { blocks: count }) : count;
  };
  return (
    <aside className={panels.right} aria-label={t('editor.panel.right')}>
      <section className={panels.section}>
        <h2 className={panels.heading}>{title()}</h2>
        <Suspense>
          {first === undefined ? <PageFields /> : <ArrangeFields blocks={blocks} commands={commands} />}
        </Suspense>
      </section>
      {some(blocks) && (
        <Suspense>
          <BlockFields blocks={blocks} selection={selection.join()} />
        </Suspense>
      )}
    </aside>
  );
}

/** Preloads the block fields on the first use of mouse or keyboard, so that they are ready for the first click. */
function useFieldsBeforehand(): void {
  useEffect(() => {
    const stop = new AbortController();
    const get = () => {
      stop.abort();
      // If this fails, the fields are requested again when they are needed.
      loadBlockFields().catch(() => undefined);
    };
    for (const sign of ['pointermove', 'pointerdown', 'keydown']) {
      window.addEventListener(sign, get, { signal: stop.signal });
    }
    return () => stop.abort();
  }, []);
}

const some = (blocks: readonly Block[]): blocks is Blocks<Block> => blocks.length > 0;
