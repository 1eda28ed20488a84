import { Stack, Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/Panel';
import type { TemplateType, Variant } from './api';
import { BlockList } from './BlockList';
import { TagInput } from './TagMenu';

interface ContentProps {
  variant: Variant;
  kind: TemplateType;
  direction: 'ltr' | 'rtl';
  onChange: (variant: Variant, about?: string) => void;
}

/** What the email says in one language. */
export function Content({ variant, kind, direction, onChange }: ContentProps) {
  const { t } = useTranslation();
  const link = kind.required[0] ?? 'department.url';
  const around = { tags: kind.tags, link: `[${link}]`, credential: kind.credential, direction };
  return (
    <Stack gap="md">
      <TagInput
        label={t('emailTemplates.subject')}
        tags={kind.tags}
        value={variant.subject}
        maxLength={150}
        dir={direction}
        onChange={(subject) => onChange({ ...variant, subject }, 'subject')}
      />
      <TagInput
        label={t('emailTemplates.preheader')}
        description={t('emailTemplates.preheaderHelp')}
        tags={kind.tags}
        value={variant.preheader}
        maxLength={200}
        dir={direction}
        onChange={(preheader) => onChange({ ...variant, preheader }, 'preheader')}
      />
      <BlockList
        blocks={variant.blocks}
        around={around}
        onChange={(blocks, about) => onChange({ ...variant, blocks }, about)}
      />
      <Panel title={t('emailTemplates.textPart.title')} description={t('emailTemplates.textPart.help')}>
        <Switch
          label={t('emailTemplates.textPart.own')}
          checked={variant.text !== null}
          onChange={(event) =>
            onChange({ ...variant, text: event.currentTarget.checked ? `[${link}]` : null })
          }
        />
        {variant.text !== null && (
          <Textarea
            aria-label={t('emailTemplates.textPart.title')}
            value={variant.text}
            dir={direction}
            autosize
            minRows={6}
            onChange={(event) => onChange({ ...variant, text: event.currentTarget.value }, 'text')}
          />
        )}
      </Panel>
    </Stack>
  );
}
