import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { publicCredentialQuery } from './api';
import { MainPicture } from './DocumentPictures';
import styles from './EmbedPage.module.css';

/** The credential in an iframe: its image and a link to its page. */
export function Component() {
  const { t } = useTranslation();
  const format = useFormat();
  const { ref = '' } = useParams();
  const [params] = useSearchParams();
  const { data, error } = useQuery(publicCredentialQuery(ref, params.get('key')));
  const title = data ? `${data.name} · ${data.recipient.name}` : t('product');
  useEffect(() => {
    document.title = title;
  }, [title]);

  if (error && !data) {
    const status = error instanceof ApiError ? error.status : 0;
    return (
      <main className={styles.page}>
        <p>
          {t(
            status === 403
              ? 'public.private.title'
              : status === 410
                ? 'public.gone.title'
                : 'public.missing.title',
          )}
        </p>
      </main>
    );
  }
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {data ? (
        <>
          <MainPicture credential={data} />
          <a href={data.url} target="_blank" rel="noopener" className={styles.line}>
            {t(
              data.verdict.status === 'in_progress' ? 'public.verdict.lineInProgress' : 'public.verdict.line',
              {
                issuer: isolate(data.issuer.name),
                date: format.date(data.issued_on),
              },
            )}{' '}
            <strong>{t(`public.verdict.${data.verdict.status}`)}</strong>
          </a>
        </>
      ) : (
        <Skeleton style={{ aspectRatio: 1.41 }} aria-busy />
      )}
    </main>
  );
}
