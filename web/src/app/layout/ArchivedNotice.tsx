import { Group, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import styles from './VerifyNotice.module.css';

/** Says that the department is archived, so that nothing can be changed. */
export function ArchivedNotice() {
  const { t } = useTranslation();
  const format = useFormat();
  const since = useSession((state) => state.session?.department?.archived_at);
  if (!since) return null;
  return (
    <Group className={styles.notice} gap="xs">
      <Group gap="xs" wrap="nowrap" className={styles.words}>
        <IconArchive size={18} aria-hidden className={styles.icon} />
        <Text>{t('departments.archivedNotice', { when: format.date(since) })}</Text>
      </Group>
    </Group>
  );
}
