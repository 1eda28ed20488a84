import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Copied } from '../../ui/Copied';
import { dialog } from '../../ui/dialog/dialog';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { checkDomain, type DomainCheck, domainsQuery, type EmailRecord, rotateKey } from './api';
import styles from './Email.module.css';
import { useChange } from './useChange';

/** The DNS records of the domains that emails come from. */
export function DomainPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(domainsQuery());
  return (
    <Panel title={t('emailSettings.domains.title')} description={t('emailSettings.domains.lead')}>
      {data ? (
        <>
          {data.length === 0 && <Text c="dimmed">{t('emailSettings.domains.empty')}</Text>}
          {data.map((one) => (
            <DomainItem key={one.domain} domain={one.domain} signed={one.signed} />
          ))}
        </>
      ) : error ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Skeleton height={80} />
      )}
    </Panel>
  );
}

function DomainItem({ domain, signed }: { domain: string; signed: boolean }) {
  const { t } = useTranslation();
  const change = useChange();
  const [check, setCheck] = useState<DomainCheck | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await change(async () => setCheck(await checkDomain(domain)), t('emailSettings.domains.checked'));
    setBusy(false);
  };
  const rotate = async () => {
    const sure = await dialog.confirm({
      title: t('emailSettings.domains.rotateTitle'),
      body: t('emailSettings.domains.rotateBody'),
      confirmLabel: t('emailSettings.domains.rotate'),
    });
    if (sure) await change(async () => setCheck(await rotateKey(domain)), t('emailSettings.domains.rotated'));
  };
  return (
    <section className={styles.item} aria-label={domain}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Text fw={500}>
            <bdi dir="ltr">{domain}</bdi>
          </Text>
          <StateDot tone={signed ? 'good' : 'quiet'}>
            {t(`emailSettings.domains.${signed ? 'signed' : 'unsigned'}`)}
          </StateDot>
        </Group>
        <Group gap="xs">
          {check?.dkim.some(({ state, problem }) => state === 'next' && problem === '') && (
            <Button variant="default" size="xs" onClick={() => void rotate()}>
              {t('emailSettings.domains.rotate')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            loading={busy}
            aria-label={t('emailSettings.domains.checkFor', { domain: isolate(domain) })}
            onClick={() => void run()}
          >
            {t('emailSettings.domains.check')}
          </Button>
        </Group>
      </Group>
      {check && <Records check={check} />}
    </section>
  );
}

function Records({ check }: { check: DomainCheck }) {
  const { t } = useTranslation();
  const format = useFormat();
  const passes = check.spf_aligned || check.dkim_aligned;
  return (
    <Stack gap="md">
      <Alert variant="light" color={passes ? 'green' : 'yellow'}>
        <Text size="sm" c="var(--lr-ink)">
          {t(
            `emailSettings.domains.aligned.${check.spf_aligned ? (check.dkim_aligned ? 'both' : 'spf') : check.dkim_aligned ? 'dkim' : 'none'}`,
            { domain: isolate(check.domain), path: isolate(check.return_path_domain) },
          )}
        </Text>
      </Alert>
      {check.dkim.map((key) => (
        <RecordItem key={key.name} title={t(`emailSettings.domains.key.${key.state}`)} record={key} />
      ))}
      <RecordItem
        title="SPF"
        record={check.spf}
        note={t('emailSettings.domains.lookups', {
          number: format.number(check.spf_lookups),
          max: format.number(10),
        })}
      />
      <RecordItem title="DMARC" record={check.dmarc} />
    </Stack>
  );
}

function RecordItem({ title, record, note }: { title: string; record: EmailRecord; note?: string }) {
  const { t } = useTranslation();
  const { name, value, found, problem } = record;
  return (
    <div>
      <Group gap="sm" mb={4}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <StateDot tone={problem === '' ? 'good' : 'bad'}>
          {t(`emailSettings.domains.problem.${problem || 'none'}`)}
        </StateDot>
      </Group>
      <Facts
        facts={[
          [
            t('emailSettings.domains.name'),
            <Copied key="name" value={name} label={t('emailSettings.domains.copyName')} />,
          ],
          [
            t('emailSettings.domains.value'),
            problem !== '' && value !== '' ? (
              <Copied key="value" value={value} label={t('emailSettings.domains.copyValue')} />
            ) : null,
          ],
          [
            t('emailSettings.domains.found'),
            found && (
              <bdi key="found" dir="ltr" className={styles.breaks}>
                {found}
              </bdi>
            ),
          ],
          [t('emailSettings.domains.note'), note ?? null],
        ]}
      />
    </div>
  );
}
