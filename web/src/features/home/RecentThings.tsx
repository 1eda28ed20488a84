import { Anchor, Group as Row, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Picture } from '../../ui/Picture';
import type { Home } from './api';
import styles from './home.module.css';
import { useCount } from './useCount';

interface Thing {
  id: number;
  name: string;
  image_url: string | null;
  updated_at: string;
}

/** The groups that were changed last. */
export function RecentGroups({ groups }: { groups: Home['groups'] }) {
  const { t } = useTranslation();
  const number = useCount();
  return (
    <RecentThings
      title={t('home.recent.title')}
      all={t('home.recent.all')}
      path="/groups"
      things={groups}
      fact={(group) =>
        t('home.recent.credentials', {
          count: group.credentials_count,
          number: number(group.credentials_count),
        })
      }
    />
  );
}

/** The designs that were changed last. */
export function RecentDesigns({ designs }: { designs: Home['designs'] }) {
  const { t } = useTranslation();
  return (
    <RecentThings
      title={t('home.designs.title')}
      all={t('home.designs.all')}
      path="/designs"
      things={designs}
      fact={(design) => t(`home.designs.kind.${design.kind}`)}
    />
  );
}

interface RecentThingsProps<T extends Thing> {
  title: string;
  /** The name of the link to all of them. */
  all: string;
  path: string;
  things: readonly T[];
  fact: (thing: T) => string;
}

function RecentThings<T extends Thing>({ title, all, path, things, fact }: RecentThingsProps<T>) {
  const { t } = useTranslation();
  const format = useFormat();
  if (things.length === 0) return null;
  return (
    <section className={styles.recent}>
      <Row justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Anchor component={Link} to={path}>
          {all}
        </Anchor>
      </Row>
      <ul className={styles.groups}>
        {things.map((thing) => (
          <li key={thing.id} className={styles.group}>
            <div className={styles.stage}>
              <Picture src={thing.image_url} alt="" />
            </div>
            <div className={styles.groupWords}>
              <Link to={`${path}/${thing.id}`} className={styles.groupName}>
                <bdi>{thing.name}</bdi>
              </Link>
              <div className={styles.groupFacts}>{fact(thing)}</div>
              <div className={styles.groupFacts}>
                {t('home.recent.changed', { time: format.relative(thing.updated_at) })}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
