import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSheet, type Sheet, savedDesign } from '../../core/document/sheet';
import { useEditorContext } from '../context/context';
import type { SaveOutcome } from '../ports/editor';
import { dropDraft } from './draft';

/** The ID of the input for the design's name. */
export const NAME_FIELD = 'design-name';

export type Saving = {
  busy: boolean;
  /** Whether someone else saved first and the user has not yet chosen what to do. */
  conflict: boolean;
  /** Saves and returns the outcome. It is `cancelled` if another save is running or the user declines. */
  save: () => Promise<SaveOutcome>;
  keepMine: () => Promise<void>;
  resolveConflict: () => Promise<void>;
  /** Not set if no other design can be created. */
  saveCopy: (() => Promise<void>) | undefined;
  decideLater: () => void;
};

/** Saves the design and handles conflicts with other users' changes. No choice loses any changes. */
export function useSave(): Saving {
  const { t } = useTranslation();
  const { store, ports } = useEditorContext();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState(false);
  const running = useRef(false);

  const send = useCallback(
    async (act: (sheet: Sheet, version: number) => Promise<SaveOutcome>): Promise<SaveOutcome> => {
      store.getState().stopEditing();
      const { sheet, version } = store.getState();
      if (running.current) return { state: 'cancelled' };
      if (sheet.name.trim() === '') {
        const needsName = t('editor.save.needsName');
        ports.tell(needsName, 'warning');
        document.getElementById(NAME_FIELD)?.focus();
        return { state: 'refused', lines: [needsName] };
      }
      running.current = true;
      setBusy(true);
      try {
        const outcome = await act({ name: sheet.name.trim(), design: savedDesign(sheet) }, version);
        setConflict(outcome.state === 'conflict');
        if (outcome.state === 'refused') ports.tell(outcome.lines.join('\n'), 'warning');
        if (outcome.state !== 'saved') return outcome;
        store.getState().markSaved(sheet, outcome.version);
        dropDraft(ports.draftKey);
        ports.tell(t('editor.save.done'), 'success');
        return outcome;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [store, ports, t],
  );

  const { saveCopy: copy } = ports;
  const save = useCallback(() => send((sheet, version) => ports.save(sheet, version, false)), [send, ports]);
  return {
    busy,
    conflict,
    save,
    keepMine: async () => {
      await send((sheet, version) => ports.save(sheet, version, true));
    },
    saveCopy:
      copy &&
      (async () => {
        await send(copy);
      }),
    resolveConflict: async () => {
      try {
        const { name, document, version } = await ports.reload();
        store.getState().resolveConflict(openSheet(name, document), version);
        setConflict(false);
      } catch {
        ports.tell(t('editor.save.notRead'), 'warning');
      }
    },
    decideLater: () => setConflict(false),
  };
}
