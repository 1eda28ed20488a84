import { Anchor, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { isolate } from '../../lib/bidi';
import { publicGroupQuery } from './api';
import styles from './GroupPage.module.css';
import { PublicFrame } from './PublicFrame';
import { Refused } from './Refused';

/** What a credential is awarded for, and by whom. */
export function Component() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(publicGroupQuery(Number(useParams().id)));
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <PublicFrame title={t('product')}>
        <Skeleton height={280} aria-busy />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title={`${data.course_name} · ${data.issuer.name}`} issuer={data.issuer}>
      <article className={styles.columns}>
        {data.image_url && (
          <img src={data.image_url} alt={t('public.group.picture', { name: data.course_name })} />
        )}
        <div className={styles.words}>
          <Title order={1}>
            <bdi>{data.course_name}</bdi>
          </Title>
          <Text c="dimmed" mt={4}>
            {t('public.group.by', { issuer: isolate(data.issuer.name) })}
          </Text>
          {data.course_description && (
            <Text mt="md" className={styles.description}>
              <bdi>{data.course_description}</bdi>
            </Text>
          )}
          {data.learning_outcomes.length > 0 && (
            <>
              <Title order={2} size="h3" mt="lg">
                {t('public.outcomes')}
              </Title>
              <ul className={styles.outcomes}>
                {data.learning_outcomes.map((outcome) => (
                  <li key={outcome}>
                    <bdi>{outcome}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
          {data.course_link && (
            <Anchor
              href={data.course_link}
              target="_blank"
              rel="noopener noreferrer"
              mt="lg"
              display="inline-block"
            >
              {t('public.group.more')}
            </Anchor>
          )}
        </div>
      </article>
    </PublicFrame>
  );
}
