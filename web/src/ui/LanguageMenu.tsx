import { ActionIcon } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n';
import { offeredLanguages } from '../i18n/languages';
import { useLanguage } from '../i18n/useLanguage';
import { LazyMenu } from './menu/LazyMenu';

/** Switches the language of the interface. Each language is listed by its own name. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <LazyMenu
      position="bottom-end"
      width={220}
      target={
        <ActionIcon size="lg" aria-label={t('ui.language')}>
          <IconLanguage size={19} stroke={1.6} />
        </ActionIcon>
      }
      entries={offeredLanguages().map(({ value, name }) => ({
        key: value,
        label: name,
        lang: value,
        current: value === current,
        onClick: () => void chooseLanguage(value),
      }))}
    />
  );
}
