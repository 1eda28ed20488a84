import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { invalidate, ORGANIZATIONS, TEAM } from '../../api/queries/keys';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';

/** Returns a function that makes a change, says that it was made or why not, and reloads everything about organizations. */
export function useOrganizationChange(): (change: () => Promise<unknown>, done: string) => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (change, done) => {
    try {
      await change();
      toast.success(done);
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({ title: t('organizations.failed'), body: lines || t('problem.generic') });
    } finally {
      await invalidate(queries, ORGANIZATIONS, TEAM);
    }
  };
}
