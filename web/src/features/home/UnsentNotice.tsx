import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { UNSENT, unsentCountQuery } from './api';

/** Warns about emails that were not delivered, or may not have been. Renders nothing if there are none. */
export function UnsentNotice() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: count = 0 } = useQuery(unsentCountQuery());
  if (count === 0) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      mb="md"
      styles={{ message: { color: 'var(--lr-ink)' } }}
    >
      {t('home.unsent', { count, number: format.number(count) })}{' '}
      <Anchor component={Link} to={`/credentials?email_status=${UNSENT}`} inherit>
        {t('home.unsentShow')}
      </Anchor>
    </Alert>
  );
}
