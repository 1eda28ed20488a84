import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { CREDENTIALS, NAME_CHANGES } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { type Decision, decide, decideMany, type NameChange } from './api';

/** Maximum number of requests per API call. */
const BATCH = 100;

/** Decides on requests and shows the results. */
export function useDecisions() {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: NAME_CHANGES }),
      queries.invalidateQueries({ queryKey: CREDENTIALS }),
    ]);
  const failed = (lines: readonly string[]) =>
    dialog.warning({ title: t('nameChanges.failed'), body: lines.join('\n') || t('problem.generic') });
  const said = (decision: Decision, count: number) => ({ count, number: format.number(count), decision });

  return {
    /** Resolves to true if it was decided. */
    decideOne: async (
      change: NameChange,
      decision: Decision,
      note: string,
      all: boolean,
    ): Promise<boolean> => {
      if (decision === 'deny') {
        const sure = await dialog.confirm({
          title: t('nameChanges.deny.title', { name: isolate(change.credential.recipient_name) }),
          body: t('nameChanges.deny.body'),
          confirmLabel: t('nameChanges.deny.confirm'),
          danger: true,
        });
        if (!sure) return false;
      }
      try {
        await decide(change.id, decision, note, all);
        toast.success(t(`nameChanges.${decision}.done`, said(decision, 1)));
        return true;
      } catch (error) {
        void failed(error instanceof ApiError ? error.lines : []);
        return false;
      } finally {
        await refresh();
      }
    },
    /** Decides on any number of requests after one confirmation, and shows why some could not be decided. */
    decideAll: async (ids: readonly number[], decision: Decision): Promise<boolean> => {
      const sure = await dialog.confirm({
        title: t(`nameChanges.${decision}.many`, said(decision, ids.length)),
        body: t(`nameChanges.${decision}.body`),
        confirmLabel: t(`nameChanges.${decision}.manyConfirm`, said(decision, ids.length)),
        danger: decision === 'deny',
      });
      if (!sure) return false;
      let done = 0;
      const refused: string[] = [];
      try {
        for (let from = 0; from < ids.length; from += BATCH) {
          const answer = await decideMany(ids.slice(from, from + BATCH), decision);
          done += answer.decided_count;
          refused.push(...answer.outcomes.flatMap(({ message }) => (message === null ? [] : [message])));
        }
      } catch (error) {
        refused.push(...(error instanceof ApiError ? error.lines : [t('problem.generic')]));
      }
      await refresh();
      if (done > 0) toast.success(t(`nameChanges.${decision}.done`, said(decision, done)));
      if (refused.length > 0) void failed(counted(refused, format.number));
      return true;
    },
  };
}

/** Each message once, with its number of occurrences. */
function counted(messages: readonly string[], number: (value: number) => string): string[] {
  const counts = new Map<string, number>();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].map(([message, count]) => (count === 1 ? message : `${number(count)} × ${message}`));
}
