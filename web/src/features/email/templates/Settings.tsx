import { Anchor, Select, Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Panel } from '../../../ui/Panel';
import type { WholeTemplate } from './api';
import type { Change, Draft } from './draft';
import styles from './Templates.module.css';
import { languageName } from './words';

interface SettingsProps {
  template: WholeTemplate;
  draft: Draft;
  change: Change;
}

/** Name, use and sender. */
export function Settings({ template, draft, change }: SettingsProps) {
  const { t } = useTranslation();
  const set = (fields: Partial<Draft>, about = '') => change((now) => ({ ...now, ...fields }), about);
  return (
    <Panel>
      <TextInput
        label={t('emailTemplates.settings.name')}
        value={draft.name}
        maxLength={255}
        dir="auto"
        onChange={(event) => set({ name: event.currentTarget.value }, 'name')}
      />
      <Switch
        label={t('emailTemplates.settings.active')}
        description={t('emailTemplates.settings.activeHelp')}
        checked={draft.state === 'active'}
        onChange={(event) =>
          set(event.currentTarget.checked ? { state: 'active' } : { state: 'draft', default: false })
        }
      />
      <Switch
        label={t('emailTemplates.settings.default')}
        description={t('emailTemplates.settings.defaultHelp')}
        checked={draft.default}
        disabled={draft.state !== 'active'}
        onChange={(event) => set({ default: event.currentTarget.checked })}
      />
      <Select
        label={t('emailTemplates.language.mainLabel')}
        description={t('emailTemplates.language.mainHelp')}
        data={Object.keys(draft.variants).map((value) => ({ value, label: languageName(value) }))}
        value={draft.language}
        allowDeselect={false}
        maw={320}
        onChange={(language) => language && set({ language })}
      />
      <TextInput
        label={t('emailTemplates.settings.from')}
        description={t('emailTemplates.settings.fromHelp')}
        value={draft.from_name}
        maxLength={255}
        dir="auto"
        onChange={(event) => set({ from_name: event.currentTarget.value }, 'from')}
      />
      <TextInput
        label={t('emailTemplates.settings.replyTo')}
        description={t('emailTemplates.settings.replyToHelp')}
        value={draft.reply_to}
        type="email"
        dir="ltr"
        onChange={(event) => set({ reply_to: event.currentTarget.value }, 'reply')}
      />
      <div>
        <Text fw={500}>{t('emailTemplates.settings.usage')}</Text>
        {template.groups.length === 0 && <Text c="dimmed">{t('emailTemplates.settings.unused')}</Text>}
        <ul className={styles.problems}>
          {template.groups.map((group) => (
            <li key={group.id}>
              <Anchor component={Link} to={`/groups/${group.id}/settings?tab=emails`} underline="always">
                <bdi>{group.name}</bdi>
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
