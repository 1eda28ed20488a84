import { Button, Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../ui/EmptyState';

/** The page for unknown URLs. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Center component="main" mih="80vh" p="md">
      <EmptyState
        level={1}
        title={t('notFound.title')}
        description={t('notFound.description')}
        action={
          <Button component={Link} to="/">
            {t('notFound.home')}
          </Button>
        }
      />
    </Center>
  );
}
