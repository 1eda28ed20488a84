import { useMediaQuery } from '@mantine/hooks';
import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSheet } from '../../core/document/sheet';
import { EditorContext, useEditorContext, useView } from '../../state/context/context';
import { createEditorStore } from '../../state/editing/store';
import type { EditorPorts, StoredDesign } from '../../state/ports/editor';
import { useDraft } from '../../state/saving/useDraft';
import { useSave } from '../../state/saving/useSave';
import { createUploadStore } from '../../state/uploads/store';
import { createViewStore } from '../../state/view/view';
import { CanvasView } from '../canvas/CanvasView';
import { Inspector } from '../inspector/Inspector';
import { LeftPanel } from '../panels/LeftPanel';
import { PeopleArea, PreviewDialogs } from '../preview/Previews';
import styles from '../styles/Editor.module.css';
import { DropArea } from '../upload/DropArea';
import { UploadTray } from '../upload/UploadTray';
import { ConflictDialog, DraftDialog, NarrowView, Palette, ReadOnlyView, ShortcutsDialog } from './lazy';
import { TopBar } from './TopBar';
import { useActionContext } from './useActionContext';
import { useHandle } from './useHandle';
import { useKeys } from './useKeys';

export type EditorProps = { stored: StoredDesign; ports: EditorPorts };

/** The design editor. It fills the window and gets all services from the host application. */
export function Editor({ stored, ports }: EditorProps) {
  const [store] = useState(() => createEditorStore(openSheet(stored.name, stored.document), stored.version));
  const [view] = useState(createViewStore);
  const [uploads] = useState(createUploadStore);
  const context = useMemo(() => ({ store, view, ports, uploads }), [store, view, ports, uploads]);
  return (
    <EditorContext value={context}>
      <Suspense>{ports.readOnly ? <ReadOnlyView /> : <Workplace />}</Suspense>
    </EditorContext>
  );
}

const Workplace = memo(function Workplace() {
  const { t } = useTranslation();
  const { ports, store } = useEditorContext();
  const saving = useSave();
  const { doing, ...lists } = useActionContext(saving.save);
  const { commands } = doing;
  // Once opened it stays mounted, so that its closing transition ends before the chosen action runs.
  const asked = useRef(false);
  asked.current ||= lists.palette;
  const draft = useDraft();
  useHandle(saving);
  useKeys(doing);
  // The canvas needs room and a pointer. Smaller windows show the design and edit its texts only.
  const narrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });

  const { onDirty } = ports;
  // Uses a subscription instead of a render: the first step of a drag makes the design dirty, which changes nothing here.
  useEffect(() => {
    onDirty(store.getState().dirty);
    return store.subscribe(({ dirty }, before) => {
      if (dirty !== before.dirty) onDirty(dirty);
    });
  }, [store, onDirty]);

  return (
    <>
      {narrow ? (
        <Suspense>
          <NarrowView saving={saving} />
        </Suspense>
      ) : (
        <main className={styles.editor} aria-label={t('editor.label')} data-editor>
          <TopBar saving={saving} doing={doing} />
          <LeftPanel commands={commands} />
          <CanvasView />
          <PeopleArea />
          <Inspector commands={commands} />
          <Announcer />
          <DropArea commands={commands} />
          <UploadTray />
        </main>
      )}
      <Suspense>
        {saving.conflict && <ConflictDialog saving={saving} />}
        {draft.found && (
          <DraftDialog savedAt={draft.found.savedAt} onRestore={draft.restore} onDiscard={draft.discard} />
        )}
        {lists.help && <ShortcutsDialog onClose={lists.closeHelp} />}
        {asked.current && <Palette opened={lists.palette} onClose={lists.closePalette} doing={doing} />}
      </Suspense>
      <PreviewDialogs />
      {ports.children}
    </>
  );
});

/** Announces events to screen readers. */
function Announcer() {
  const announcement = useView((state) => state.announcement);
  return (
    <p className={styles.hidden} aria-live="polite">
      {announcement}
    </p>
  );
}
