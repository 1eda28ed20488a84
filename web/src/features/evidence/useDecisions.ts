import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { CREDENTIALS, EVIDENCE } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { type Decision, decide } from './api';

/** Maximum number of items per request. */
const BATCH = 100;

/** Decides on submitted evidence and shows the result. Resolves to true if all items were decided. */
export function useDecisions() {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  return async (ids: readonly number[], decision: Decision, reason = ''): Promise<boolean> => {
    let done = 0;
    let problem: readonly string[] | null = null;
    try {
      for (let from = 0; from < ids.length; from += BATCH) {
        done += await decide(ids.slice(from, from + BATCH), decision, reason);
      }
    } catch (error) {
      problem = error instanceof ApiError && error.lines.length > 0 ? error.lines : [t('problem.generic')];
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: EVIDENCE }),
      queries.invalidateQueries({ queryKey: CREDENTIALS }),
    ]);
    if (done > 0) toast.success(t(`evidence.${decision}ed`, { count: done, number: format.number(done) }));
    if (problem) void dialog.warning({ title: t('evidence.notDecided'), body: problem.join('\n') });
    return problem === null;
  };
}
