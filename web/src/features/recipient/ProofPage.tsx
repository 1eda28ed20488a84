import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { type Proof, pendingRequest, signInByProof } from '../../api/recipientSignIn';
import { useLinkToken } from '../../ui/useLinkToken';
import { CodeForm, NewPassword } from './CodeStep';
import styles from './SignInPage.module.css';
import { useEntry } from './useEntry';

interface ProofPageProps {
  /** Layout of public pages. */
  Frame: ComponentType<{ title: string; children: ReactNode }>;
  purpose: 'signIn' | 'password';
}

/**
 * Page of the link in a sign-in email. The browser that asked for the email is signed in at once; any other needs the code of
 * the same email, which link scanners do not type.
 */
export function ProofPage({ Frame, purpose }: ProofPageProps) {
  const { t } = useTranslation();
  const token = useLinkToken();
  const [request] = useState(() => pendingRequest());
  const [needsCode, setNeedsCode] = useState(!request);
  const [over, setOver] = useState(!token);
  const proof: Proof = { token, ...(!needsCode && request && { request }) };
  const title = t(over ? 'recipient.signIn.link.overTitle' : `recipient.signIn.${purpose}.title`);
  return (
    <Frame title={title}>
      <Stack gap="lg" className={styles.card}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {over ? (
          <>
            <Text c="dimmed">{t('recipient.signIn.over')}</Text>
            <Button component={Link} to={purpose === 'password' ? '/me/forgot-password' : '/me/sign-in'}>
              {t('recipient.signIn.link.again')}
            </Button>
          </>
        ) : purpose === 'password' ? (
          <NewPassword proof={proof} known={[]} />
        ) : needsCode ? (
          <>
            <Text c="dimmed">{t('recipient.signIn.link.code')}</Text>
            <CodeForm proof={proof} />
          </>
        ) : (
          <AtOnce proof={proof} onCode={() => setNeedsCode(true)} onOver={() => setOver(true)} />
        )}
      </Stack>
    </Frame>
  );
}

interface AtOnceProps {
  proof: Proof;
  /** The email was asked for by another browser. */
  onCode: () => void;
  onOver: () => void;
}

function AtOnce({ proof, onCode, onOver }: AtOnceProps) {
  const { t } = useTranslation();
  const enter = useEntry();
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);
  const open = async () => {
    setFailed(false);
    try {
      await signInByProof(proof);
      await enter();
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) onCode();
      else if (error instanceof ApiError && error.status === 410) onOver();
      else setFailed(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link opens once
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void open();
  }, []);
  if (!failed) return <Loader aria-label={t('recipient.signIn.link.opening')} />;
  return (
    <div role="alert">
      <Text mb="md">{t('signIn.unavailableLead')}</Text>
      <Button onClick={() => void open()}>{t('ui.error.retry')}</Button>
    </div>
  );
}
