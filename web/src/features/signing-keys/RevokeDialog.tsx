import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { toast } from '../../ui/toast/toast';
import { keyUsageQuery, revokeKey, type SigningKey } from './api';
import { ConfirmDialog } from './ConfirmDialog';

/** Confirmation for revoking a key, with the number of affected credentials. */
export function RevokeDialog({ signingKey, onClose }: { signingKey: SigningKey; onClose: () => void }) {
  const { t } = useTranslation();
  const { body, confirm } = useWords(signingKey.name);
  return (
    <ConfirmDialog
      title={t('signingKeys.revoke.title')}
      body={body}
      confirm={confirm}
      danger
      run={async () => {
        await revokeKey(signingKey.name);
        toast.success(t('signingKeys.revoke.done'));
      }}
      onClose={onClose}
    />
  );
}

/** The body is undefined until the credentials are counted. If counting fails, the text has no number. */
function useWords(name: string): { body: string | undefined; confirm: string } {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQuery(keyUsageQuery(name));
  const confirm = t('signingKeys.revoke.confirm');
  if (error) return { body: t('signingKeys.revoke.bodyUnknown'), confirm };
  if (!data) return { body: undefined, confirm };
  const count = data.credential_count;
  if (count === null) return { body: t('signingKeys.revoke.body'), confirm };
  if (count === 0) return { body: t('signingKeys.revoke.bodyNone'), confirm };
  const number = format.number(count);
  const words = { count, number: data.count_is_capped ? t('ui.table.moreThan', { number }) : number };
  return {
    body: t('signingKeys.revoke.bodyUsed', words),
    confirm: t('signingKeys.revoke.confirmUsed', words),
  };
}
