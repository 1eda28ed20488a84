import { Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { isolate } from '../../lib/bidi';
import { compareEmail, type HandedIn } from './api';
import styles from './verification.module.css';

/** Checks whether the credential was issued to an email address. The credential may contain it only as a salted hash. */
export function EmailCheck({ handed }: { handed: HandedIn }) {
  const { t } = useTranslation();
  const help = useId();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState('');
  const asking = useMutation({ mutationFn: (asked: string) => compareEmail(handed, asked) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = email.trim();
    const valid = /^[^\s@]+@[^\s@]+$/.test(asked);
    setProblem(valid ? '' : t('public.verify.email.invalid'));
    if (valid) asking.mutate(asked);
  };
  const refused = asking.error instanceof ApiError ? asking.error.lines.join(' ') : t('public.verify.failed');
  return (
    <form noValidate className={styles.email} onSubmit={submit}>
      <TextInput
        type="email"
        dir="ltr"
        autoComplete="off"
        label={t('public.verify.email.label')}
        aria-describedby={help}
        placeholder={t('public.verify.email.placeholder')}
        value={email}
        error={problem || (asking.isError && refused)}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem('');
          asking.reset();
        }}
      />
      <Button type="submit" variant="default" loading={asking.isPending}>
        {t('public.verify.email.submit')}
      </Button>
      <Text id={help} size="sm" c="dimmed" className={styles.wide}>
        {t('public.verify.email.help')}
      </Text>
      <Text role="status" className={styles.wide} data-match={asking.data ?? undefined}>
        {asking.data && t(`public.verify.email.${asking.data}`, { email: isolate(asking.variables ?? '') })}
        {asking.isSuccess && !asking.data && t('public.verify.failed')}
      </Text>
    </form>
  );
}
