import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router';
import { REVIEW_PLACES } from '../places';
import styles from './Tabs.module.css';

/** The layout of the pages on which issuers answer requests, with tabs. */
export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <nav className={styles.tabs} aria-label={t('nav.reviews')}>
        {REVIEW_PLACES.map((place) => (
          <NavLink key={place.to} to={place.to} className={styles.tab}>
            {t(place.label)}
            {place.Count && <place.Count />}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
