import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from './menu/LazyMenu';

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
    <LazyMenu
      position="bottom-end"
      width={200}
      target={
        <ActionIcon size="lg" aria-label={t('ui.theme.label')}>
          <Current size={19} stroke={1.6} />
        </ActionIcon>
      }
      entries={SCHEMES.map((scheme) => ({
        key: scheme.value,
        label: t(scheme.label),
        icon: <scheme.icon size={16} />,
        current: scheme.value === colorScheme,
        onClick: () => setColorScheme(scheme.value),
      }))}
    />
  );
}
