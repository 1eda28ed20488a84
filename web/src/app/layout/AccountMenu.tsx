import { ActionIcon, Avatar, Menu, Text } from '@mantine/core';
import { IconLifebuoy, IconLogout, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { signOut, useSession } from '../../api/session';
import { supportEmail } from '../../lib/installation';

/** The signed-in person, with links to their account and to sign out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession((state) => state.session);
  if (!session) return null;
  const { user, version } = session;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size="lg" radius="xl" aria-label={t('nav.account')}>
          <Avatar size={28} color="laurel" alt="" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fz="sm" fw={500} c="var(--lr-ink)" truncate>
            {user.name}
          </Text>
          <Text fz="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} />}>
          {t('nav.account')}
        </Menu.Item>
        {supportEmail() && (
          <Menu.Item component={Link} to="/contact" leftSection={<IconLifebuoy size={16} />}>
            {t('contact.supportTitle')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => void signOut().then(() => navigate('/sign-in', { replace: true }))}
        >
          {t('nav.signOut')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label dir="ltr" fz="xs">
          {t('nav.version', { version })}
        </Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
