import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { ANALYTICS, invalidate } from '../../api/queries/keys';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { deleteReport, type ScheduledReport, sendReport, updateReport } from './reports';

/** Actions for a scheduled report other than editing it. */
export function useReportActions() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast.success(done);
    } catch (error) {
      toast.formWarning(t('problem.generic'), error instanceof ApiError ? error.lines : []);
    } finally {
      await invalidate(queries, ANALYTICS);
    }
  };
  return {
    pause: ({ id, paused }: ScheduledReport) =>
      attempt(
        () => updateReport(id, { paused: !paused }),
        t(paused ? 'insights.scheduled.done.resumed' : 'insights.scheduled.done.paused'),
      ),
    send: ({ id }: ScheduledReport) => attempt(() => sendReport(id), t('insights.scheduled.done.sent')),
    remove: async ({ id, name }: ScheduledReport) => {
      const sure = await dialog.confirm({
        title: t('insights.scheduled.deleteTitle'),
        body: t('insights.scheduled.deleteBody', { name: isolate(name) }),
        confirmLabel: t('insights.scheduled.deleteConfirm'),
        danger: true,
      });
      if (sure) await attempt(() => deleteReport(id), t('insights.scheduled.done.deleted'));
    },
  };
}
