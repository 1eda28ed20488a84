import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isolate } from '../../lib/bidi';
import { confirmSender } from './api';
import { FrontPage } from './FrontPage';
import { isRefusal, Unavailable } from './Unavailable';

/** Confirms a sender address. Opening the link is not enough: mail filters open links too. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => confirmSender(token) });
  if (error && !isRefusal(error)) return <Unavailable onRetry={() => mutate()} />;
  if (data)
    return (
      <FrontPage
        title={t('emailSettings.confirm.done')}
        lead={t('emailSettings.confirm.doneLead', { email: isolate(data.email) })}
      />
    );
  if (error)
    return (
      <FrontPage title={t('emailSettings.confirm.failed')} lead={t('emailSettings.confirm.failedLead')} />
    );
  return (
    <FrontPage title={t('emailSettings.confirm.title')} lead={t('emailSettings.confirm.question')}>
      <Button fullWidth loading={isPending} onClick={() => mutate()}>
        {t('emailSettings.confirm.action')}
      </Button>
    </FrontPage>
  );
}
