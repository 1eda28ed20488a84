import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type BillingUsage, usageQuery, useBilling } from '../../api/queries/billing';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import styles from './VerifyNotice.module.css';

/** Says that few credits are left or that a payment is overdue, to those who can do something about it. */
export function BillingNotice() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_billing');
  const shown = useBilling() && mayManage;
  const { data } = useQuery({ ...usageQuery(), enabled: shown, staleTime: 60_000 });
  const words = useWords(shown ? data : undefined);
  if (!words) return null;
  return (
    <Group className={styles.notice} justify="space-between" gap="xs" role="status">
      <Group gap="xs" wrap="nowrap" className={styles.words}>
        <IconAlertTriangle size={18} aria-hidden className={styles.icon} />
        <Text>{words}</Text>
      </Group>
      <Button size="compact-sm" variant="default" component={Link} to="/billing">
        {t('billing.notice.action')}
      </Button>
    </Group>
  );
}

function useWords(usage: BillingUsage | undefined): string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  if (!usage) return undefined;
  const { blocked, blocked_from } = usage.subscription;
  if (blocked_from)
    return blocked
      ? t('billing.notice.blocked')
      : t('billing.notice.pastDue', { date: format.dateTime(blocked_from) });
  if (blocked) return t('billing.notice.ended');
  if (usage.left === 0) return usage.total > 0 ? t('billing.notice.none') : undefined;
  if (usage.warning_percent === null) return undefined;
  return t('billing.notice.low', { count: usage.left, number: format.number(usage.left) });
}
