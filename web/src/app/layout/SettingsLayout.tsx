import { useTranslation } from 'react-i18next';
import { Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { useBilling } from '../../api/queries/billing';
import { useOpenTabInView } from '../../ui/useOpenTabInView';
import { settingsFor } from '../places';
import styles from './SettingsLayout.module.css';

/** The layout of the settings pages: their names beside them, or as tabs above them where it is narrow. */
export function Component() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const pages = useOpenTabInView<HTMLElement>(pathname);
  const sections = settingsFor(useBilling());
  const first = sections[0]?.places[0]?.to;
  if (first && pathname.replace(/\/$/, '') === '/settings') return <Navigate to={first} replace />;
  return (
    <div className={styles.layout}>
      <nav ref={pages} className={styles.pages} aria-label={t('nav.settings')}>
        {sections.map((section) => (
          <section key={section.label} className={styles.section} aria-label={t(section.label)}>
            <p className={styles.label} aria-hidden>
              {t(section.label)}
            </p>
            {section.places.map((place) => (
              <NavLink key={place.to} to={place.to} className={styles.page}>
                {t(place.label)}
              </NavLink>
            ))}
          </section>
        ))}
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
