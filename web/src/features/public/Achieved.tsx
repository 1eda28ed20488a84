import { Anchor, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../ui/Markdown';
import type { PublicGroup } from './api';
import styles from './CredentialView.module.css';

interface AchievedProps {
  outcomes: readonly string[];
  category?: string | null;
  criteria: string;
  criteriaUrl: string;
  alignments: PublicGroup['alignments'];
  /** The language of the issuer's texts. */
  language?: string;
}

/** The skills, criteria and alignments of a credential. */
export function Achieved({ outcomes, category, criteria, criteriaUrl, alignments, language }: AchievedProps) {
  const { t } = useTranslation();
  return (
    <>
      {outcomes.length > 0 && (
        <>
          <Title order={2} size="h3" mt="lg">
            {t('public.outcomes')}
          </Title>
          {category && <Text c="dimmed">{category}</Text>}
          <ul className={styles.outcomes}>
            {outcomes.map((outcome) => (
              <li key={outcome}>
                <bdi lang={language}>{outcome}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {(criteria || criteriaUrl) && (
        <>
          <Title order={2} size="h3" mt="lg">
            {t('public.criteria')}
          </Title>
          {criteria && <Markdown text={criteria} language={language} />}
          {criteriaUrl && <Outside href={criteriaUrl}>{t('public.criteriaMore')}</Outside>}
        </>
      )}
      {alignments.length > 0 && (
        <>
          <Title order={2} size="h3" mt="lg">
            {t('public.alignments')}
          </Title>
          <ul className={styles.outcomes}>
            {alignments.map((alignment) => (
              <li key={alignment.url}>
                <Outside href={alignment.url}>{alignment.name}</Outside>
                {(alignment.framework || alignment.code) && (
                  <Text span c="dimmed">
                    {' '}
                    <bdi>{[alignment.framework, alignment.code].filter(Boolean).join(' ')}</bdi>
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" inherit>
      {children}
    </Anchor>
  );
}
