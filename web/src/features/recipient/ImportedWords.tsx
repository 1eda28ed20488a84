import { Anchor, Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { components } from '../../api/schema.v1.gen';
import { useFormat } from '../../i18n/useFormat';
import { ImportStatus } from '../../ui/card/CredentialStatus';
import { ImportedPicture } from './imports/ImportedPicture';
import styles from './OrderedCredentials.module.css';

interface ImportedWordsProps {
  imported: components['schemas']['CollectedImport'];
  children: ReactNode;
}

/** An imported credential among those that a person shows. */
export function ImportedWords({ imported, children }: ImportedWordsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <ImportedPicture imported={imported} width={78} className={styles.thumb} />
      <div className={styles.words}>
        <span>
          <Anchor component={Link} to={`/me/import/${imported.id}`} className={styles.name} inherit>
            <bdi>{imported.title || t('collections.imports.untitled')}</bdi>
          </Anchor>{' '}
          <Badge variant="default" size="sm" tt="none">
            {t('imported.mark')}
          </Badge>
        </span>
        {imported.issuer.name && (
          <Text size="sm" c="dimmed">
            <bdi>{imported.issuer.name}</bdi>
          </Text>
        )}
        <ImportStatus status={imported.status} />
        {imported.verified_at && (
          <Text size="sm" c="dimmed">
            {t('collections.imports.verifiedAt', { date: format.date(imported.verified_at) })}
          </Text>
        )}
        {imported.issued_to_others && <Text size="sm">{t('imported.notYours')}</Text>}
        {children}
      </div>
    </>
  );
}
