import { Input, SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../i18n/i18n';
import { offeredLanguages } from '../../i18n/languages';
import { useLanguage } from '../../i18n/useLanguage';
import { Panel } from '../../ui/Panel';
import { updateAccount } from './api';

/** Language and colour scheme of the interface. The language also applies to emails to the user. */
export function InterfacePanel() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  const choose = async (value: string | null) => {
    if (!value) return;
    await chooseLanguage(value);
    await updateAccount({ language: value });
  };

  return (
    <Panel title={t('account.interface')}>
      <Select
        label={t('account.language')}
        description={t('account.languageHelp')}
        data={offeredLanguages().map(({ value, name }) => ({ value, label: name }))}
        value={language}
        maw={320}
        onChange={(value) => void choose(value).catch(() => undefined)}
      />
      <Input.Wrapper label={t('ui.theme.label')} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t('ui.theme.label')}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
            data={[
              { value: 'auto', label: t('ui.theme.auto') },
              { value: 'light', label: t('ui.theme.light') },
              { value: 'dark', label: t('ui.theme.dark') },
            ]}
          />
        </div>
      </Input.Wrapper>
    </Panel>
  );
}
