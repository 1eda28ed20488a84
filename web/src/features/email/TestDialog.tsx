import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Modal } from '../../ui/dialog/Modal';
import { StateDot } from '../../ui/StateDot';
import { type EmailTest, testQuery } from './api';
import styles from './Email.module.css';

const INK = { message: { color: 'var(--lr-ink)' } };

/** Sends a test email through the department's server, and tells each step. */
export function TestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(testQuery());
  return (
    <Modal opened onClose={onClose} title={t('emailSettings.server.test.title')} size="lg">
      <Stack gap="md">
        {data ? (
          <Result result={data} />
        ) : error ? (
          <Verdict
            ok={false}
            words={error instanceof ApiError ? error.lines.join('\n') : t('problem.generic')}
          />
        ) : (
          <Skeleton height={200} />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('emailSettings.server.test.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Verdict({ ok, words }: { ok: boolean; words: string }) {
  const Icon = ok ? IconCheck : IconAlertTriangle;
  return (
    <Alert
      role={ok ? 'status' : 'alert'}
      color={ok ? 'green' : 'red'}
      variant="light"
      icon={<Icon size={18} aria-hidden />}
      styles={INK}
    >
      {words}
    </Alert>
  );
}

function Result({ result }: { result: EmailTest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const from = isolate(result.from);
  const to = isolate(result.to);
  return (
    <>
      <Verdict
        ok={result.ok}
        words={t(`emailSettings.server.test.${result.ok ? 'works' : 'fails'}`, { to })}
      />
      <ol className={styles.steps}>
        {result.steps.map((step) => (
          <li key={step.name}>
            <Group justify="space-between" gap="sm">
              <Text>{t(`emailSettings.server.test.step.${step.name}`, { from, to })}</Text>
              <Group gap="sm">
                <Text size="sm" c="dimmed">
                  {t('emailSettings.server.test.took', { number: format.number(step.milliseconds) })}
                </Text>
                <StateDot tone={step.ok ? 'good' : 'bad'}>
                  {t(step.ok ? 'emailSettings.server.test.ok' : 'emailSettings.server.test.failed')}
                </StateDot>
              </Group>
            </Group>
            {step.problem !== '' && (
              <Text size="sm">
                {t(`emailSettings.server.test.problem.${step.problem}`, { code: step.code })}
              </Text>
            )}
            {step.reply && (
              <Text size="sm" dir="auto">
                {t('emailSettings.server.test.said', { reply: isolate(step.reply) })}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
