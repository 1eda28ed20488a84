import { Anchor, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PublicCredential } from './api';
import styles from './References.module.css';

type Reference = PublicCredential['references'][number];

/** The references for the recipient. */
export function References({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  if (credential.references.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mt="lg">
        {t('references.title')}
      </Title>
      {credential.references.map((reference) => (
        <Said key={reference.id} reference={reference} />
      ))}
    </section>
  );
}

function Said({ reference }: { reference: Reference }) {
  const { t } = useTranslation();
  const { referee, relationship } = reference;
  const name = <bdi>{referee.name}</bdi>;
  return (
    <figure className={styles.said} dir="auto">
      <blockquote>{reference.description}</blockquote>
      <figcaption>
        <Text fw={600}>
          {referee.url ? (
            <Anchor href={referee.url} target="_blank" rel="nofollow noopener noreferrer" inherit>
              {name}
            </Anchor>
          ) : (
            name
          )}
        </Text>
        {referee.title && (
          <Text fz="sm">
            <bdi>{referee.title}</bdi>
          </Text>
        )}
        {relationship && (
          <Text c="dimmed" fz="sm">
            {t(`references.relationship.${relationship}`)}
          </Text>
        )}
      </figcaption>
    </figure>
  );
}
