import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { Message } from './Message';

/** Why a public page cannot be shown. Without an error, the URL is not found. */
export function Refused({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation();
  const status = error instanceof ApiError ? error.status : error ? 0 : 404;
  if (status === 403 || status === 401)
    return <Message title={t('public.private.title')} text={t('public.private.text')} />;
  if (status === 404) return <Message title={t('public.missing.title')} text={t('public.missing.text')} />;
  if (status === 410) return <Message title={t('public.gone.title')} text={t('public.gone.text')} />;
  return (
    <Message
      title={t('ui.error.title')}
      text={status === 429 ? t('problem.highDemand') : t('problem.noAnswer')}
    >
      <div>
        <Button onClick={onRetry}>{t('ui.error.retry')}</Button>
      </div>
    </Message>
  );
}
