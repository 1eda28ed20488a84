import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { selectDepartment, useSession } from '../../api/session';
import styles from './DepartmentSwitcher.module.css';

/** The current department, with a menu to switch to others. */
export function DepartmentSwitcher({ onSwitch }: { onSwitch?: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession((state) => state.session);
  if (!session) return null;
  const current = session.department;

  const choose = async (id: number) => {
    if (id !== current?.id) {
      await selectDepartment(id);
      await navigate('/');
    }
    onSwitch?.();
  };

  return (
    <Menu position="bottom-start" width={232}>
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <Sign name={current?.name} logo={current?.logo} />
          <Text fw={600} truncate flex={1} dir="auto" ta="start">
            {current ? current.name || t('departments.unnamed') : t('departments.choose')}
          </Text>
          <VisuallyHidden>{t('departments.switch')}</VisuallyHidden>
          <IconSelector size={16} aria-hidden className={styles.arrow} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('departments.yours')}</Menu.Label>
        {session.departments.map((department) => (
          <Menu.Item
            key={department.id}
            leftSection={<Sign name={department.name} logo={department.logo} />}
            rightSection={department.id === current?.id && <IconCheck size={16} aria-hidden />}
            aria-current={department.id === current?.id}
            onClick={() => void choose(department.id).catch(() => undefined)}
          >
            {department.name || t('departments.unnamed')}
            {department.archived_at && (
              <Text span size="xs" c="dimmed" display="block">
                {t('departments.archived')}
              </Text>
            )}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/departments/new"
          leftSection={<IconPlus size={16} />}
          onClick={onSwitch}
        >
          {t('departments.create')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Sign({ name, logo }: { name?: string; logo?: string }) {
  return (
    <Avatar
      size={24}
      radius="sm"
      src={logo || null}
      name={name || undefined}
      color="laurel"
      alt=""
      aria-hidden
    />
  );
}
