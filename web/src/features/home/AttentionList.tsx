import { Title } from '@mantine/core';
import {
  IconCalendarDue,
  IconChevronRight,
  IconFileCheck,
  IconMailExclamation,
  IconUserCheck,
  IconUserEdit,
  IconWebhook,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Home } from './api';
import styles from './home.module.css';
import { useCount } from './useCount';

/** What waits for somebody, each with the list where it is settled. Renders nothing if nothing waits. */
export function AttentionList({ attention }: { attention: Home['attention'] }) {
  const { t } = useTranslation();
  const number = useCount();
  const expiring = new URLSearchParams({
    state: 'published',
    expires_from: attention.expiring_from,
    expires_to: attention.expiring_until,
  });
  const rows = [
    { name: 'approvals', Icon: IconUserCheck, to: '/approvals?state=waiting' },
    { name: 'evidence', Icon: IconFileCheck, to: '/evidence' },
    { name: 'name_changes', Icon: IconUserEdit, to: '/name-changes' },
    { name: 'emails', Icon: IconMailExclamation, to: '/credentials?email_status=bounced,uncertain' },
    { name: 'expiring', Icon: IconCalendarDue, to: `/credentials?${expiring}` },
    { name: 'webhooks', Icon: IconWebhook, to: '/settings/webhooks' },
  ] as const;
  const waiting = rows.filter(({ name }) => attention[name] > 0);
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="home-attention">
      <Title order={2} size="h3" mb="sm" id="home-attention">
        {t('home.attention.title')}
      </Title>
      <ul className={styles.rows}>
        {waiting.map(({ name, Icon, to }) => (
          <li key={name} className={styles.task}>
            <Icon size={18} aria-hidden className={styles.taskIcon} />
            <Link to={to} className={styles.rowName}>
              {t(`home.attention.${name}`, { count: attention[name], number: number(attention[name]) })}
            </Link>
            <IconChevronRight size={16} aria-hidden className={styles.chevron} />
          </li>
        ))}
      </ul>
    </section>
  );
}
