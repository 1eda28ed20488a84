import { Button, Skeleton } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { CredentialTable } from './CredentialTable';
import type { CredentialDialogs } from './publishSlot';
import { useDefaultFilter } from './useDefaultFilter';

/** All credentials of the department, across groups. */
export function CredentialsPage(dialogs: CredentialDialogs) {
  const { t } = useTranslation();
  const ready = useDefaultFilter();
  return (
    <>
      <PageHeader
        title={t('credentials.title')}
        subtitle={t('credentials.subtitle')}
        action={
          <>
            <Button component={Link} to="/exports" variant="subtle">
              {t('exports.all')}
            </Button>
            <Button
              component={Link}
              to="/imports"
              variant="default"
              leftSection={<IconTableImport size={16} aria-hidden />}
            >
              {t('imports.import')}
            </Button>
          </>
        }
      />
      {ready ? (
        <CredentialTable
          {...dialogs}
          empty={
            <EmptyState
              title={t('credentials.empty.title')}
              description={t('credentials.empty.description')}
              action={
                <Button component={Link} to="/groups">
                  {t('credentials.empty.action')}
                </Button>
              }
            />
          }
        />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}
