import { Alert } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says that what is shown does not count. */
export function TestNotice() {
  const { t } = useTranslation();
  return (
    <Alert
      color="indigo"
      icon={<IconFlask size={18} aria-hidden />}
      title={t('credentials.test.title')}
      mb="md"
    >
      {t('credentials.test.text')}
    </Alert>
  );
}
