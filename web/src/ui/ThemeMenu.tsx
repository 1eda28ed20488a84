import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const SCHEMES = [
  { value: 'auto', label: 'ui.theme.auto', icon: IconDeviceDesktop },
  { value: 'light', label: 'ui.theme.light', icon: IconSun },
  { value: 'dark', label: 'ui.theme.dark', icon: IconMoon },
] as const;

/** A menu to choose the light, dark or system colour scheme. */
export function ThemeMenu() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = SCHEMES.find((scheme) => scheme.value === colorScheme)?.icon ?? IconSun;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('ui.theme.label')}>
          <Current size={19} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme.value}
            leftSection={<scheme.icon size={16} />}
            aria-current={scheme.value === colorScheme}
            rightSection={scheme.value === colorScheme && <IconCheck size={16} aria-hidden />}
            onClick={() => setColorScheme(scheme.value)}
          >
            {t(scheme.label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
