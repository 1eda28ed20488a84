import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupQuery } from '../../api/queries/groups';
import { GROUPS } from '../../api/queries/keys';
import type { Form } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { type Group, rewordGroup, updateGroup, wordingQuery } from './api';
import { changedTexts, type GroupValues, groupInput, groupValues } from './groupForm';
import type { Reach, RewordDialogProps } from './RewordDialog';
import { warnNotSaved } from './warnNotSaved';

/** Saves a group. If texts changed that issued credentials show, it asks first whether to update these too. */
export function useGroupSave(group: Group, form: Form<GroupValues>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: wording } = useQuery(wordingQuery(group.id));
  const [question, setQuestion] = useState<RewordDialogProps | null>(null);
  const issued = wording?.issued_count ?? group.published_count;

  const ask = (values: GroupValues): Promise<Reach> => {
    const before = groupValues(group);
    const texts = changedTexts(before, values);
    if (texts.length === 0 || issued === 0) return Promise.resolve('new');
    const changes = texts.map((name) => ({
      name,
      label: form.field(name).label,
      before: before[name],
      after: values[name],
    }));
    return new Promise((answer) => {
      const onAnswer = (reach: Reach) => {
        setQuestion(null);
        answer(reach);
      };
      setQuestion({ changes, issued, onAnswer });
    });
  };

  const save = form.submit(async (values) => {
    const reach = await ask(values);
    if (reach === null) return;
    try {
      const next = await updateGroup(group.id, groupInput(values, group));
      if (reach === 'issued') await rewordGroup(group.id);
      queries.setQueryData(groupQuery(group.id).queryKey, next);
      form.reset(groupValues(next));
      toast.success(t('groups.saved'));
    } catch (error) {
      warnNotSaved(t, error);
      throw error;
    } finally {
      await queries.invalidateQueries({ queryKey: GROUPS });
    }
  });
  return { save, question };
}
