import { Anchor, Group as Row, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Picture } from '../../ui/Picture';
import type { Group } from './api';
import styles from './home.module.css';

/** The most recently changed groups. */
export function RecentGroups({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className={styles.recent}>
      <Row justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {t('home.recent.title')}
        </Title>
        <Anchor component={Link} to="/groups">
          {t('home.recent.all')}
        </Anchor>
      </Row>
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={group.id} className={styles.group}>
            <div className={styles.stage}>
              <Picture src={group.image_url} alt="" />
            </div>
            <div className={styles.groupWords}>
              <Link to={`/groups/${group.id}`} className={styles.groupName}>
                {group.name}
              </Link>
              <div className={styles.groupFacts}>
                {t('home.recent.published', {
                  count: group.published_count,
                  number: format.number(group.published_count),
                })}
                {group.draft_count > 0 &&
                  ` · ${t('home.recent.drafts', { count: group.draft_count, number: format.number(group.draft_count) })}`}
              </div>
              <div className={styles.groupFacts}>
                {t('home.recent.changed', { time: format.relative(group.updated_at) })}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
