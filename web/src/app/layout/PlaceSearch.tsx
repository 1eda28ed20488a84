import { IconBuilding, IconPlus, IconSend, IconUser } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useBilling } from '../../api/queries/billing';
import { selectDepartment, useSession } from '../../api/session';
import { type Command, CommandSearch } from '../../ui/command/CommandSearch';
import { PLACES, type Place, REVIEW_PLACES, settingsFor } from '../places';

interface PlaceSearchProps {
  opened: boolean;
  onClose: () => void;
  /** Opens the dialog that issues a credential. Undefined without the permission. */
  onIssue?: () => void;
}

/** The command palette (Ctrl K) with all pages and the other departments. */
export function PlaceSearch({ opened, onClose, onIssue }: PlaceSearchProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const billing = useBilling();
  const wanted = useRef(false);
  const session = useSession((state) => state.session);

  const command = (place: Place, hint?: string): Command => ({
    id: place.to,
    label: t(place.label),
    hint,
    icon: place.icon,
    run: () => void navigate(place.to),
  });
  const places = [
    // The reviews are found by the names of their tabs.
    ...PLACES.filter(({ to }) => !REVIEW_PLACES.some((one) => one.to === to)).map((place) => command(place)),
    ...REVIEW_PLACES.map((place) => command(place, t('nav.reviews'))),
    ...settingsFor(billing).flatMap((section) =>
      section.places.map((place) => command(place, t('nav.settings'))),
    ),
  ];
  const departments = (session?.departments ?? [])
    .filter((department) => department.id !== session?.department?.id)
    .map<Command>((department) => ({
      id: `department-${department.id}`,
      label: department.name,
      hint: t('nav.department'),
      icon: IconBuilding,
      run: () => void selectDepartment(department.id).then(() => navigate('/')),
    }));
  const issue: Command[] = onIssue
    ? [
        {
          id: 'quick-issue',
          label: t('quickIssue.title'),
          icon: IconSend,
          run: () => (wanted.current = true),
        },
      ]
    : [];
  // The focus returns to the page first; a dialog that opened earlier would lose it.
  const closed = () => {
    if (wanted.current) onIssue?.();
    wanted.current = false;
  };
  const more: Command[] = [
    { id: '/account', label: t('nav.account'), icon: IconUser, run: () => void navigate('/account') },
    {
      id: '/departments/new',
      label: t('departments.create'),
      icon: IconPlus,
      run: () => void navigate('/departments/new'),
    },
  ];
  return (
    <CommandSearch
      opened={opened}
      onClose={onClose}
      onClosed={closed}
      commands={[...issue, ...places, ...more, ...departments]}
    />
  );
}
