import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { API_KEYS } from '../../api/queries/keys';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { API_KEYS_PATH, type ApiKey, revokeApiKey } from './api';

/** Revokes a key permanently. The user must type its name to confirm. */
export function useRevoke(): (key: ApiKey) => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (key) => {
    const sure = await dialog.confirm({
      title: t('apiKeys.revoke.title', { name: key.name }),
      body: t('apiKeys.revoke.body'),
      confirmLabel: t('apiKeys.revoke.confirm'),
      typeToConfirm: key.name,
      danger: true,
    });
    if (!sure) return;
    try {
      await revokeApiKey(key.id);
      await navigate(API_KEYS_PATH);
      toast.success(t('apiKeys.revoke.done', { name: key.name }));
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({ title: t('apiKeys.revoke.failed'), body: lines || t('problem.generic') });
    } finally {
      await queries.invalidateQueries({ queryKey: API_KEYS });
    }
  };
}
