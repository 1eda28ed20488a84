import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '../../api/session';
import { DepartmentSwitcher } from '../../features/departments/DepartmentSwitcher';
import { PLACES } from '../places';
import styles from './Navigation.module.css';

/** The current department and its pages, which lead nowhere while there is none or it asks for a second factor first. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const hasDepartment = useSession((state) => Boolean(state.session?.department));
  return (
    <>
      <DepartmentSwitcher onSwitch={onNavigate} />
      {hasDepartment && (
        <ul className={styles.places}>
          {PLACES.map((place) => (
            <li key={place.to}>
              <NavLink
                to={place.to}
                end={place.to === '/'}
                className={styles.place}
                data-open={place.also?.some((path) => pathname.startsWith(path)) || undefined}
                onClick={onNavigate}
              >
                <place.icon size={18} stroke={1.6} aria-hidden />
                {t(place.label)}
                {place.Count && <place.Count />}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
