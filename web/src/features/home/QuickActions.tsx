import { Button, Group } from '@mantine/core';
import { IconCertificate, IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';

/** What people start with, as far as they may. The primary action of the page is not among them. */
export function QuickActions() {
  const { t } = useTranslation();
  const actions = [
    { name: 'import', Icon: IconFileImport, to: '/imports/new', may: usePermission('manage_credentials') },
    { name: 'design', Icon: IconCertificate, to: '/designs/new', may: usePermission('manage_designs') },
    { name: 'invite', Icon: IconUserPlus, to: '/settings/team', may: usePermission('manage_team') },
  ] as const;
  const allowed = actions.filter(({ may }) => may);
  if (allowed.length === 0) return null;
  return (
    <Group component="nav" gap="xs" mb="md" aria-label={t('home.quick.label')}>
      {allowed.map(({ name, Icon, to }) => (
        <Button
          key={name}
          component={Link}
          to={to}
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
        >
          {t(`home.quick.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
