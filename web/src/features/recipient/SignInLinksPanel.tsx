import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { endSignInLink, signInLinksQuery } from './api';
import styles from './SettingsPage.module.css';

/** The links with which issuers sign the recipient in, such as from a learning platform. Hidden while there are none. */
export function SignInLinksPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(signInLinksQuery());
  if (!error && !data?.length) return null;
  return (
    <Panel title={t('recipient.signInLinks.title')} description={t('recipient.signInLinks.lead')}>
      {data ? (
        <ul className={styles.addresses}>
          {data.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      ) : (
        <ErrorPage part onRetry={() => void refetch()} />
      )}
    </Panel>
  );
}

type SignInLink = Awaited<ReturnType<NonNullable<ReturnType<typeof signInLinksQuery>['queryFn']>>>[number];

function LinkRow({ link }: { link: SignInLink }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const words = { issuer: isolate(link.issuer) };
  const end = useMutation({
    mutationFn: () => endSignInLink(link.id),
    onSuccess: () => toast.success(t('recipient.signInLinks.ended')),
    onSettled: () => queries.invalidateQueries({ queryKey: signInLinksQuery().queryKey }),
  });
  const ask = async () => {
    const sure = await dialog.confirm({
      title: t('recipient.signInLinks.endTitle', words),
      body: t('recipient.signInLinks.endBody', words),
      confirmLabel: t('recipient.signInLinks.end'),
      danger: true,
    });
    if (sure) end.mutate();
  };
  return (
    <li>
      <div className={styles.passkey}>
        <Text fw={500} className={styles.address}>
          <bdi>{link.issuer}</bdi>
        </Text>
        <Text fz="xs" c="dimmed">
          {link.used_at
            ? t('recipient.signInLinks.used', { when: format.relative(link.used_at) })
            : t('recipient.signInLinks.until', { time: isolate(format.dateTime(link.expires_at)) })}
        </Text>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        loading={end.isPending}
        aria-label={t('recipient.signInLinks.endOf', words)}
        onClick={() => void ask()}
      >
        {t('recipient.signInLinks.end')}
      </Button>
    </li>
  );
}
