import { useTranslation } from 'react-i18next';
import { Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { useOpenTabInView } from '../../ui/useOpenTabInView';
import { SETTINGS_PLACES } from '../places';
import styles from './SettingsLayout.module.css';

/** The layout of the settings pages, with tabs. */
export function Component() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const tabs = useOpenTabInView<HTMLElement>(pathname);
  const first = SETTINGS_PLACES[0]?.to;
  if (first && pathname.replace(/\/$/, '') === '/settings') return <Navigate to={first} replace />;
  return (
    <>
      <nav ref={tabs} className={styles.tabs} aria-label={t('nav.settings')}>
        {SETTINGS_PLACES.map((place) => (
          <NavLink key={place.to} to={place.to} className={styles.tab}>
            {t(place.label)}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
