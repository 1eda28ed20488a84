import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { FormProblems } from '../../ui/form/FormProblems';
import { type HandedIn, verificationQuery } from './api';
import { PublicFrame } from './PublicFrame';
import { isShareable, parseReference, publicPath, verifyLink, verifyText } from './reference';
import { Verification } from './Verification';
import { VerifyForm } from './VerifyForm';
import styles from './verification.module.css';

/** Verification page for any credential: a URL, an ID or a file. `?url=` starts the verification immediately. */
export function Component() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const linked = params.get('url');
  const [first] = useState(linked ?? verifyText(state) ?? '');
  const [handed, setHanded] = useState<HandedIn | null>(first ? { text: first, turn: 0 } : null);
  useEffect(() => {
    if (linked && !isShareable(linked)) setParams({}, { replace: true, state: verifyLink(linked).state });
  }, [linked, setParams]);
  // Navigation from a verified link to the page without parameters starts over.
  const left = linked === null && handed !== null && 'text' in handed && isShareable(handed.text);
  const { data, error, isFetching } = useQuery(verificationQuery(left ? null : handed));

  const ask = (next: { text: string } | { file: File }) => {
    setHanded({ ...next, turn: (handed?.turn ?? 0) + 1 });
    setParams('text' in next && isShareable(next.text) ? { url: next.text } : {}, { replace: true });
  };
  return (
    <PublicFrame title={t('public.verify.title')}>
      <div className={styles.page}>
        <Title order={1} size="h2">
          {t('public.verify.title')}
        </Title>
        <Text c="dimmed" mt={4} mb="lg">
          {t('public.verify.text')}
        </Text>
        <VerifyForm first={first} busy={isFetching} onAsk={ask} />
        <div aria-live="polite" className={styles.outcome}>
          {isFetching && (
            <Skeleton height={160} aria-busy aria-label={t('public.verify.checking')} role="img" />
          )}
          {!isFetching && error && <FormProblems problems={problemsOf(error, t('public.verify.failed'))} />}
          {!isFetching && data && (
            <Verification key={data.checked_at} found={data} handed={handed} page={pageOf(handed)} />
          )}
        </div>
      </div>
    </PublicFrame>
  );
}

function problemsOf(error: Error, otherwise: string): readonly string[] {
  return error instanceof ApiError && error.lines.length > 0 ? error.lines : [otherwise];
}

/** The page of one of our credentials, if its URL or ID was submitted. */
function pageOf(handed: HandedIn | null): string | null {
  const text = handed && 'text' in handed ? handed.text : '';
  const reference = parseReference(text);
  if (!reference || (text.includes('/') && !text.startsWith(`${window.location.origin}/`))) return null;
  return publicPath(reference);
}
