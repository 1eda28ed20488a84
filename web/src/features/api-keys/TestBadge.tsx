import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Says of a key that what it makes does not count. */
export function TestBadge() {
  const { t } = useTranslation();
  return (
    <Badge variant="light" color="indigo" size="sm" tt="none">
      {t('apiKeys.mode.test')}
    </Badge>
  );
}
