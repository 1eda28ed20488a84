import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { PUBLIC_CREDENTIAL } from '../../api/queries/keys';
import { RECIPIENT } from '../../api/recipient';
import { signInByProof } from '../../api/recipientSignIn';
import { minLength, required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { useForm } from '../../ui/form/useForm';
import type { OwnedCredential } from './api';
import styles from './BecomeOwner.module.css';
import { CODE_DIGITS, CodeField } from './CodeField';
import { useSignInRefusal } from './useEntry';

interface BecomeOwnerProps {
  credential: OwnedCredential;
  /** What the link in the email that delivered the credential carries. */
  token: string;
}

/** Above a public page that was opened from the delivery email: signs its reader in with the code of the same email. */
export function BecomeOwner({ credential, token }: BecomeOwnerProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const refuse = useSignInRefusal();
  const [over, setOver] = useState(false);
  const form = useForm({
    initial: { code: '' },
    labels: { code: t('recipient.signIn.code') },
    rules: { code: [required, minLength(CODE_DIGITS)] },
  });
  const save = async ({ code }: typeof form.values) => {
    try {
      await signInByProof({ credential: credential.uuid, token, code });
    } catch (error) {
      if (error instanceof ApiError && error.status === 410) setOver(true);
      else refuse(error);
      return;
    }
    queries.removeQueries({ queryKey: RECIPIENT });
    await queries.resetQueries({ queryKey: PUBLIC_CREDENTIAL });
  };
  return (
    <section className={styles.panel} aria-label={t('recipient.owner.title')}>
      <div>
        <Text fw={600}>{t('recipient.owner.title')}</Text>
        <Text size="sm">{t(over ? 'recipient.owner.over' : 'recipient.owner.text')}</Text>
      </div>
      {over ? (
        <Button component={Link} to={`/me/sign-in?next=/${credential.uuid}`} size="compact-md">
          {t('recipient.signIn.signIn.submit')}
        </Button>
      ) : (
        <form noValidate onSubmit={form.submit(save)}>
          <FormProblems problems={form.problems} />
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <CodeField field={form.field('code')} quiet />
            <Button type="submit" loading={form.busy}>
              {t('recipient.owner.submit')}
            </Button>
          </Group>
        </form>
      )}
    </section>
  );
}
