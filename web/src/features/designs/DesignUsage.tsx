import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Panel } from '../../ui/Panel';
import styles from './DesignView.module.css';
import { designGroupsQuery } from './preview';

/** The groups that use a design. Only the most recently changed ones are named. */
export function DesignUsage({ id }: { id: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error } = useQuery(designGroupsQuery(id));
  const more = data ? data.total - data.groups.length : 0;
  return (
    <Panel title={t('designs.usage.title')}>
      {!data && !error && <Skeleton height={20} />}
      {error && <Text c="dimmed">{t('designs.usage.failed')}</Text>}
      {data?.total === 0 && <Text c="dimmed">{t('designs.usage.none')}</Text>}
      {data && data.total > 0 && (
        <ul className={styles.groups}>
          {data.groups.map((group) => (
            <li key={group.id}>
              <Anchor component={Link} to={`/groups/${group.id}`}>
                <bdi>{group.name}</bdi>
              </Anchor>
              <span className={styles.count}>
                {t('designs.usedBy', { count: group.issued, number: format.number(group.issued) })}
              </span>
            </li>
          ))}
          {more > 0 && (
            <li className={styles.count}>
              {t('designs.usage.more', { count: more, number: format.number(more) })}
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}
