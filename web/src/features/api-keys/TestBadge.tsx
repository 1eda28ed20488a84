import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Badge for keys in test mode. */
export function TestBadge() {
  const { t } = useTranslation();
  return (
    <Badge variant="light" color="indigo" size="sm" tt="none">
      {t('apiKeys.mode.test')}
    </Badge>
  );
}
