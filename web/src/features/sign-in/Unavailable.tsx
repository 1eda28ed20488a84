import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { FrontPage } from './FrontPage';

/** Whether the server rejected the link itself. Everything else may succeed on another try. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Shown if it is unknown whether a link is valid, because the server did not answer or failed. */
export function Unavailable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <FrontPage title={t('signIn.unavailable')} lead={t('signIn.unavailableLead')}>
      <Button fullWidth onClick={onRetry}>
        {t('ui.error.retry')}
      </Button>
    </FrontPage>
  );
}
