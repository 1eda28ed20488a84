import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/errors';
import { PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import { RECIPIENT, sendAnotherLink, signInByLink } from '../../api/recipient';
import { framed } from '../../lib/framed';
import { sanitizedAddress } from '../../lib/urls';
import { ReturnButton } from '../../ui/ReturnButton';
import { useLinkToken } from '../../ui/useLinkToken';
import styles from './OpenPage.module.css';

interface OpenPageProps {
  /** Layout of public pages. */
  Frame: ComponentType<{ title: string; children: ReactNode }>;
}

type Stage = 'closed' | 'over' | 'sent';

/**
 * Page of a sign-in link for recipients. Only the button redeems the link, because mail scanners open links but press no
 * buttons.
 */
export function OpenPage({ Frame }: OpenPageProps) {
  const { t } = useTranslation();
  const token = useLinkToken();
  const [stage, setStage] = useState<Stage>(token ? 'closed' : 'over');
  const { busy, problem, away, open, again } = useLink(token, setStage);
  const over = stage !== 'closed';
  const opened = useRef(false);
  // In an iframe the link is redeemed immediately: mail scanners run no scripts in iframes, and the embedding page has already
  // decided to show the credential.
  useEffect(() => {
    if (!framed() || !token || opened.current) return;
    opened.current = true;
    void open();
  }, [token, open]);
  return (
    <Frame title={t('recipient.open.title')}>
      <Stack gap="md" className={styles.words}>
        <Title order={1} size="h2">
          {t(over ? 'recipient.open.overTitle' : 'recipient.open.title')}
        </Title>
        <Text c="dimmed">{t(over ? 'recipient.open.over' : 'recipient.open.text')}</Text>
        <div role="status">
          {problem && <Text c="red">{problem}</Text>}
          {stage === 'sent' && <Text>{t('recipient.open.sent')}</Text>}
        </div>
        {stage !== 'sent' && token && (
          <Group>
            <Button loading={busy} onClick={() => void (over ? again() : open())}>
              {t(over ? 'recipient.open.again' : 'recipient.open.submit')}
            </Button>
            <ReturnButton address={away} fullWidth={false} />
          </Group>
        )}
      </Stack>
    </Frame>
  );
}

function useLink(token: string, setStage: (stage: Stage) => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [away, setAway] = useState<string | null>(null);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await act();
    } catch (error) {
      if (error instanceof ApiError && error.status === 410) {
        setAway(sanitizedAddress(error.redirectTo ?? null));
        setStage('over');
      } else if (error instanceof ApiError && error.status === 429) setProblem(t('problem.highDemand'));
      else setProblem(t('recipient.open.failed'));
    } finally {
      setBusy(false);
    }
  };
  const open = () =>
    attempt(async () => {
      const { credential, redirect_to: redirect } = await signInByLink(token);
      queries.removeQueries({ queryKey: RECIPIENT });
      queries.removeQueries({ queryKey: PUBLIC_CREDENTIAL });
      // The server allows redirects only to paths of this site, which begin with a slash, and to the issuer's own website.
      const own = framed() ? `/embed/${credential.uuid}` : `/${credential.uuid}`;
      if (redirect && !redirect.startsWith('/')) window.location.replace(redirect);
      else await navigate(redirect ?? own, { replace: true });
    });
  const again = () =>
    attempt(async () => {
      await sendAnotherLink(token);
      setStage('sent');
    });
  return { busy, problem, away, open, again };
}
