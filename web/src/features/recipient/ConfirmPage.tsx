import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { useLinkToken } from '../../ui/useLinkToken';
import { confirmAddress, isIssuersChange } from './api';
import styles from './OpenPage.module.css';

interface ConfirmPageProps {
  /** Layout of public pages. */
  Frame: ComponentType<{ title: string; children: ReactNode }>;
}

/** The key of the text that says why an address was not confirmed. */
function problemOf(error: unknown) {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 409) return 'recipient.confirm.moveConflict';
  return status === 429 ? 'problem.highDemand' : 'recipient.confirm.failed';
}

/** Page of an email confirmation link. Only the button confirms, because mail scanners open links but press no buttons. */
export function ConfirmPage({ Frame }: ConfirmPageProps) {
  const { t } = useTranslation();
  const token = useLinkToken();
  const [stage, setStage] = useState<'asked' | 'done' | 'over'>(token ? 'asked' : 'over');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const confirm = async () => {
    setBusy(true);
    setProblem('');
    try {
      await confirmAddress(token);
      setStage('done');
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setStage('over');
      else setProblem(t(problemOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const moves = isIssuersChange(token);
  const words = {
    asked: ['recipient.confirm.title', moves ? 'recipient.confirm.moveText' : 'recipient.confirm.text'],
    done: ['recipient.confirm.doneTitle', moves ? 'recipient.confirm.moved' : 'recipient.confirm.done'],
    over: ['recipient.confirm.overTitle', moves ? 'recipient.confirm.moveOver' : 'recipient.confirm.over'],
  } as const;
  const [title, text] = words[stage];
  return (
    <Frame title={t('recipient.confirm.title')}>
      <Stack gap="md" className={styles.words}>
        <div role="status">
          <Title order={1} size="h2">
            {t(title)}
          </Title>
          <Text c="dimmed" mt="md">
            {t(text)}
          </Text>
          {problem && (
            <Text c="red" mt="md">
              {problem}
            </Text>
          )}
        </div>
        {stage === 'asked' && (
          <Group>
            <Button loading={busy} onClick={() => void confirm()}>
              {t('recipient.confirm.submit')}
            </Button>
          </Group>
        )}
      </Stack>
    </Frame>
  );
}
