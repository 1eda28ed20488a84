import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { designQuery, readDesign } from '../../api/queries/designs';
import { DESIGNS } from '../../api/queries/keys';
import { useSession } from '../../api/session';
import {
  documentOf,
  type EditorAttribute,
  type EditorPorts,
  type EditorSample,
  type SaveOutcome,
  type Sheet,
} from '../../editor';
import { LANGUAGES } from '../../i18n/languages';
import { toast } from '../../ui/toast/toast';
import { createDesign, type Design, saveDesign, templatesQuery } from './api';
import { usePreviewPort } from './previewPort';
import { useSampleValues } from './sampleValues';
import { uploadPicture } from './uploadPicture';
import { useConfirmation } from './useConfirmation';
import { useDesignsPort } from './useDesignsPort';
import { useVersionsPort } from './versionsPort';

type Given = {
  attributes: readonly EditorAttribute[];
  manageAttributes: (() => void) | undefined;
  fonts: EditorPorts['fonts'];
};

/**
 * Connects the editor to the API and the application's pages. `isDirty` is for the guard against losing changes on navigation.
 * If `design` is null, the first save creates it.
 */
export function useEditorPorts(
  design: Design | null,
  opened: string,
  { attributes, manageAttributes, fonts }: Given,
) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const samples = useSamples();
  const id = design?.id ?? null;
  // Set by the first save before the page renders its new URL: a click in between must not create a second design.
  const savedId = useRef(id);
  const designs = useDesignsPort(id);
  const preview = usePreviewPort(id);
  const history = useVersionsPort(id ?? 0);
  const versions = id === null ? undefined : history;
  const confirmed = useConfirmation();
  const user = useSession((state) => state.session?.user.id);
  const department = useSession((state) => state.session?.department?.id);
  // A ref, because it is read on navigation, right after a save or a change, and never rendered.
  const dirty = useRef(false);
  const [isDirty] = useState(() => () => dirty.current);
  const issued = useRef(design?.credentials_count ?? 0);

  const refused = useCallback(
    (error: unknown): SaveOutcome => {
      if (error instanceof ApiError && error.code === 'design.changed') return { state: 'conflict' };
      const lines = error instanceof ApiError ? error.lines : [];
      return { state: 'refused', lines: lines.length > 0 ? lines : [t('problem.generic')] };
    },
    [t],
  );
  const keep = useCallback(
    async (saved: Design) => {
      if (saved.id !== null) queries.setQueryData(designQuery(saved.id).queryKey, saved);
      await queries.invalidateQueries({ queryKey: [...DESIGNS, 'search'] });
    },
    [queries],
  );

  const ports = useMemo(
    (): EditorPorts => ({
      attributes,
      manageAttributes,
      fonts,
      samples,
      languages: LANGUAGES.filter(({ hidden }) => !hidden),
      draftKey: `${user}.${department}.${id ?? opened}`,
      personKey: String(user),
      designs,
      upload: uploadPicture,
      templates: () => queries.fetchQuery(templatesQuery()),
      save: async (sheet, version, over) => {
        if (!(await confirmed(issued.current))) return { state: 'cancelled' };
        try {
          const known = savedId.current;
          if (known === null) {
            const made = await createDesign(sheet.design, sheet.name);
            savedId.current = made.id;
            await keep(made);
            await navigate(`/designs/${made.id}/edit`, { replace: true, state: { opened } });
            return { state: 'saved', version: made.version };
          }
          const from = over ? (await readDesign(known)).version : version;
          const saved = await saveDesign(known, { name: sheet.name, document: sheet.design, version: from });
          issued.current = saved.credentials_count;
          await keep(saved);
          return { state: 'saved', version: saved.version };
        } catch (error) {
          return refused(error);
        }
      },
      saveCopy: async (sheet: Sheet) => {
        try {
          const made = await createDesign(sheet.design, t('designs.editor.copyName', { name: sheet.name }));
          await keep(made);
          dirty.current = false;
          await navigate(`/designs/${made.id}/edit`, { replace: true });
          return { state: 'saved', version: made.version };
        } catch (error) {
          return refused(error);
        }
      },
      reload: async () => {
        if (id === null) throw new Error('the design was never saved');
        const theirs = await readDesign(id);
        await keep(theirs);
        return { name: theirs.name, document: documentOf(theirs), version: theirs.version };
      },
      preview,
      versions,
      // Opening the editor added a history entry, so closing goes back. A design created here goes to its page instead, because
      // the entry before is the start page.
      close: () => {
        const known = savedId.current;
        const began = known !== null && opened !== String(known);
        void (began ? navigate(`/designs/${known}`, { replace: true }) : navigate(-1));
      },
      onDirty: (now) => {
        dirty.current = now;
      },
      tell: (message, tone) => (tone === 'success' ? toast.success(message) : toast.formWarning(message, [])),
    }),
    [
      attributes,
      manageAttributes,
      fonts,
      samples,
      designs,
      preview,
      versions,
      user,
      department,
      id,
      opened,
      queries,
      confirmed,
      keep,
      refused,
      t,
      navigate,
    ],
  );
  return { ports, isDirty };
}

/** Sample recipients: one with an ordinary name, one with a very long name. */
function useSamples(): readonly EditorSample[] {
  const { t } = useTranslation();
  const values = useSampleValues();
  return useMemo(() => {
    const longName = { kind: 'text' as const, value: t('designs.editor.longName') };
    return [
      { key: 'sample', label: t('designs.shows.sample'), values },
      { key: 'long', label: t('designs.editor.longest'), values: { ...values, 'recipient.name': longName } },
    ];
  }, [t, values]);
}
