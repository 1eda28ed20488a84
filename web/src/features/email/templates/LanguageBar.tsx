import { Button, Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../i18n/languages';
import type { Variant } from './api';
import type { Change, Draft } from './draft';
import { languageName } from './words';

interface LanguageBarProps {
  draft: Draft;
  open: string;
  /** What the installation writes. */
  defaults: Record<string, Variant>;
  change: Change;
  onOpen: (language: string) => void;
}

/** The languages of the template. Another one begins with our text in it, or with the main one's. */
export function LanguageBar({ draft, open, defaults, change, onOpen }: LanguageBarProps) {
  const { t } = useTranslation();
  const there = Object.keys(draft.variants).sort();
  const others = LANGUAGES.filter(({ value, hidden }) => !hidden && !there.includes(value));
  const add = (language: string) => {
    const from = defaults[language] ?? draft.variants[draft.language];
    if (!from) return;
    change((now) => ({ ...now, variants: { ...now.variants, [language]: from } }));
    onOpen(language);
  };
  const remove = () => {
    change((now) => {
      const { [open]: _, ...variants } = now.variants;
      return { ...now, variants };
    });
    onOpen(draft.language);
  };
  return (
    <Group gap="sm" align="flex-end" mb="md">
      <Select
        label={t('emailTemplates.language.label')}
        data={there.map((value) => ({ value, label: languageName(value) }))}
        value={open}
        allowDeselect={false}
        w={200}
        onChange={(value) => value && onOpen(value)}
      />
      <Select
        label={t('emailTemplates.language.add')}
        data={others.map(({ value }) => ({ value, label: languageName(value) }))}
        value={null}
        searchable
        w={200}
        onChange={(value) => value && add(value)}
      />
      {open !== draft.language && (
        <Button variant="subtle" color="red" onClick={remove}>
          {t('emailTemplates.language.remove')}
        </Button>
      )}
    </Group>
  );
}
