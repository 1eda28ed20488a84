import { useMediaQuery } from '@mantine/hooks';
import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CanvasView } from './canvas/CanvasView';
import { EditorContext, useEditorContext, useView } from './context';
import styles from './Editor.module.css';
import { Inspector } from './inspector/Inspector';
import { ConflictDialog, DraftDialog, NarrowView, Palette, ReadOnlyView, ShortcutsDialog } from './late';
import { LeftPanel } from './panels/LeftPanel';
import type { EditorPorts, StoredDesign } from './ports';
import { PeopleArea, PreviewDialogs } from './preview/Previews';
import { openSheet } from './state/sheet';
import { createEditorStore } from './state/store';
import { createViewStore } from './state/view';
import { TopBar } from './TopBar';
import { DropArea } from './upload/DropArea';
import { createUploadStore } from './upload/store';
import { UploadTray } from './upload/UploadTray';
import { useDoing } from './useDoing';
import { useDraft } from './useDraft';
import { useHandle } from './useHandle';
import { useKeys } from './useKeys';
import { useSave } from './useSave';

export type EditorProps = { stored: StoredDesign; ports: EditorPorts };

/** The design editor. It takes the whole window, and all services from the program around it. */
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
  const { doing, ...lists } = useDoing(saving.save);
  const { commands } = doing;
  // Once asked for it stays, so that it can close before what was chosen is done.
  const asked = useRef(false);
  asked.current ||= lists.palette;
  const draft = useDraft();
  useHandle(saving);
  useKeys(doing);
  // The canvas needs room and a pointer; on less than this one reads and changes words.
  const narrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });

  const { onDirty } = ports;
  // Told, not shown: the first step of a drag makes the design dirty, and nothing here looks otherwise for it.
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

/** Says what happened to people who cannot see it. */
function Announcer() {
  const announcement = useView((state) => state.announcement);
  return (
    <p className={styles.hidden} aria-live="polite">
      {announcement}
    </p>
  );
}
