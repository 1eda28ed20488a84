import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Achieved } from './Achieved';
import { publicGroupQuery } from './api';
import styles from './GroupPage.module.css';
import { PublicFrame } from './PublicFrame';
import { Refused } from './Refused';
import { usePageLanguage } from './usePageLanguage';

/** Page of a group: what its credentials are awarded for, and by whom. */
export function Component() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(publicGroupQuery(Number(useParams().id)));
  const format = useFormat();
  usePageLanguage(data?.page_language);
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
          <Achieved
            outcomes={data.learning_outcomes}
            category={data.skill_category}
            criteria={data.criteria}
            criteriaUrl={data.criteria_url}
            alignments={data.alignments}
            language={data.language}
          />
          {data.earners_count !== null && (
            <Text mt="md" c="dimmed">
              {t('public.group.earners', {
                count: data.earners_count,
                number: format.number(data.earners_count),
              })}
            </Text>
          )}
          {data.signup_url && (
            <div>
              <Button component="a" href={data.signup_url} target="_blank" rel="noopener noreferrer" mt="lg">
                {t('public.group.signUp')}
              </Button>
            </div>
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
