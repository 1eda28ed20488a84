import { IconBuilding, IconPlus, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { selectDepartment, useSession } from '../../api/session';
import { type Command, CommandSearch } from '../../ui/command/CommandSearch';
import { PLACES, SETTINGS_PLACES } from '../places';

/** The search behind Ctrl K: every place, and every other department. */
export function PlaceSearch({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession((state) => state.session);

  const places = [...PLACES, ...SETTINGS_PLACES].map<Command>((place) => ({
    id: place.to,
    label: t(place.label),
    hint: SETTINGS_PLACES.includes(place) ? t('nav.settings') : undefined,
    icon: place.icon,
    run: () => void navigate(place.to),
  }));
  const departments = (session?.departments ?? [])
    .filter((department) => department.id !== session?.department?.id)
    .map<Command>((department) => ({
      id: `department-${department.id}`,
      label: department.name,
      hint: t('nav.department'),
      icon: IconBuilding,
      run: () => void selectDepartment(department.id).then(() => navigate('/')),
    }));
  const more: Command[] = [
    { id: '/account', label: t('nav.account'), icon: IconUser, run: () => void navigate('/account') },
    {
      id: '/departments/new',
      label: t('departments.create'),
      icon: IconPlus,
      run: () => void navigate('/departments/new'),
    },
  ];
  return <CommandSearch opened={opened} onClose={onClose} commands={[...places, ...more, ...departments]} />;
}
