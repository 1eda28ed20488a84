import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import type { DesignDocument } from '../../editor';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { DESIGNS, type Design, designQuery, readDesign, saveDesign } from './api';
import type { TextChange } from './textBlocks';
import { changeText } from './textBlocks';

export interface DesignDraft {
  name: string;
  document: DesignDocument;
  dirty: boolean;
  busy: boolean;
  problems: readonly string[];
  /** Someone saved the design after this draft began. */
  conflict: boolean;
  setName: (name: string) => void;
  setLanguage: (language: string) => void;
  setText: (index: number, change: TextChange) => void;
  reset: () => void;
  submit: (event?: FormEvent) => Promise<void>;
  /** Puts this draft over what the other person saved. */
  replaceTheirs: () => Promise<void>;
  /** Gives this draft up and shows what the other person saved. */
  showTheirs: () => Promise<void>;
  keepEditing: () => void;
}

/** The change a person is making to a design, until it is saved or discarded. */
export function useDesignDraft(design: Design, saved: DesignDocument): DesignDraft {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [name, setName] = useState(design.name);
  const [document, setDocument] = useState(saved);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState(false);

  const save = async (version: number) => {
    if (design.id === null) return;
    setBusy(true);
    setProblems([]);
    try {
      const next = await saveDesign(design.id, { name, document, version });
      toast.success(t('designs.saved'));
      queries.setQueryData(designQuery(design.id).queryKey, next);
      await queries.invalidateQueries({ queryKey: DESIGNS });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'design.changed') setConflict(true);
      else
        setProblems(
          error instanceof ApiError && error.lines.length > 0 ? error.lines : [t('problem.generic')],
        );
    } finally {
      setBusy(false);
    }
  };

  const confirmed = () => {
    const count = design.credentials_count;
    if (count === 0) return true;
    return dialog.confirm({
      title: t('designs.confirmSave.title', { count, number: format.number(count) }),
      body: t('designs.confirmSave.body'),
      confirmLabel: t('designs.confirmSave.confirm'),
    });
  };

  return {
    name,
    document,
    busy,
    problems,
    conflict,
    dirty: name !== design.name || document !== saved,
    setName,
    setLanguage: (language) => setDocument((current) => ({ ...current, language })),
    setText: (index, change) => setDocument((current) => changeText(current, index, change)),
    reset: () => {
      setName(design.name);
      setDocument(saved);
      setProblems([]);
    },
    submit: async (event) => {
      event?.preventDefault();
      if (busy) return;
      if (name.trim() === '') {
        toast.formWarning(t('designs.name.missing'), [t('designs.name.label')]);
        setProblems([t('designs.name.missing')]);
        return;
      }
      if (await confirmed()) await save(design.version);
    },
    replaceTheirs: async () => {
      setConflict(false);
      if (design.id !== null) await save((await readDesign(design.id)).version);
    },
    showTheirs: async () => {
      setConflict(false);
      await queries.invalidateQueries({ queryKey: DESIGNS });
    },
    keepEditing: () => setConflict(false),
  };
}
