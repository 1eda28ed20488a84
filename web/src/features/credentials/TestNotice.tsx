import { Alert } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A notice that the data shown is test data. */
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
