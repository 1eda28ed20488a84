import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n';
import { offeredLanguages } from '../i18n/languages';
import { useLanguage } from '../i18n/useLanguage';

/** Switches the language of the interface. Each language is listed by its own name. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('ui.language')}>
          <IconLanguage size={19} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {offeredLanguages().map((language) => (
          <Menu.Item
            key={language.value}
            lang={language.value}
            aria-current={language.value === current}
            rightSection={language.value === current && <IconCheck size={16} aria-hidden />}
            onClick={() => void chooseLanguage(language.value)}
          >
            {language.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
