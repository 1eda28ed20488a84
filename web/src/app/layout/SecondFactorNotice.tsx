import { Button, Group, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import styles from './VerifyNotice.module.css';

/** Says from when on the department requires two-step sign-in, to those who have not set it up. */
export function SecondFactorNotice() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useSession((state) => state.session);
  const from = session?.second_factor.required_from;
  if (!session?.department || !from || session.second_factor.enrolled) return null;
  return (
    <Group className={styles.notice} justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap" className={styles.words}>
        <IconShieldLock size={18} aria-hidden className={styles.icon} />
        <Text>
          {t('account.enrol.notice', {
            when: format.date(from),
            department: isolate(session.department.name),
          })}
        </Text>
      </Group>
      <Button size="compact-sm" variant="default" component={Link} to="/account">
        {t('account.enrol.action')}
      </Button>
    </Group>
  );
}
