import { Checkbox, Radio, Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel';
import { GroupSelect } from './GroupSelect';
import { type Draft, targetsOf } from './mapping';
import type { ImportSettings, Key, Mode, RecipientData } from './types';

const MODES: readonly Mode[] = ['create', 'update', 'upsert', 'replace'];
const KEYS: readonly Key[] = ['id', 'uuid', 'license_id', 'recipient_id', 'email'];
const RECIPIENT_DATA: readonly RecipientData[] = ['leave', 'change', 'change_past'];

interface ModeFieldsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** The groups of the rows, and how existing credentials are handled. */
export function ModeFields({ draft, onChange }: ModeFieldsProps) {
  const { t } = useTranslation();
  const { settings } = draft;
  const set = (change: Partial<ImportSettings>) =>
    onChange({ ...draft, settings: { ...settings, ...change } });
  const byFile = targetsOf(draft).includes('group.name');
  return (
    <>
      <Panel title={t('imports.create.groups')}>
        {byFile ? (
          <>
            <Text>{t('imports.mode.byFile')}</Text>
            <Checkbox
              label={t('imports.mode.createGroups')}
              description={t('imports.mode.createGroupsHelp')}
              checked={settings.create_groups}
              onChange={(event) => set({ create_groups: event.currentTarget.checked })}
            />
          </>
        ) : (
          <GroupSelect value={settings.group_id} onChange={(group_id) => set({ group_id })} />
        )}
      </Panel>
      <Panel title={t('imports.mode.title')}>
        <Radio.Group
          aria-label={t('imports.mode.title')}
          value={settings.mode}
          onChange={(mode) => set({ mode: mode as Mode })}
        >
          <Stack gap="sm">
            {MODES.map((mode) => (
              <Radio
                key={mode}
                value={mode}
                label={t(`imports.mode.${mode}`)}
                description={t(`imports.mode.${mode}Help`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {settings.mode !== 'create' && (
          <>
            <Select
              label={t('imports.mode.key')}
              description={t('imports.mode.keyHelp')}
              maw={420}
              value={settings.key}
              data={KEYS.map((key) => ({ value: key, label: t(`imports.key.${key}`) }))}
              onChange={(key) => set({ key: (key ?? 'id') as Key })}
            />
            <Radio.Group
              label={t('imports.mode.recipients')}
              value={settings.recipient_data}
              onChange={(data) => set({ recipient_data: data as RecipientData })}
            >
              <Stack gap="sm" mt="sm">
                {RECIPIENT_DATA.map((data) => (
                  <Radio key={data} value={data} label={t(`imports.recipients.${data}`)} />
                ))}
              </Stack>
            </Radio.Group>
          </>
        )}
      </Panel>
    </>
  );
}
