import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './home.module.css';
import type { Counts } from './steps';
import { useCount } from './useCount';

/** Counts of the department's objects, each linked to its list. */
export function CountTiles({ counts }: { counts: Counts }) {
  const { t } = useTranslation();
  const number = useCount();
  const tiles = [
    { name: 'published', count: counts.published, to: '/credentials?state=published,expired' },
    { name: 'drafts', count: counts.drafts, to: '/credentials?state=draft' },
    { name: 'groups', count: counts.groups, to: '/groups' },
    { name: 'designs', count: counts.designs, to: '/designs' },
  ] as const;
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ name, count, to }) => (
        <li key={name}>
          <Link to={to} className={styles.tile}>
            <span className={styles.count}>{number(count)}</span>
            <span className={styles.countOf}>{t(`home.count.${name}`, { count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
