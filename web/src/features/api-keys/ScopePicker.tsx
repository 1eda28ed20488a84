import { Checkbox, Radio, SimpleGrid, Stack, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './ApiKeys.module.css';
import { EMBED, PRESET_NAMES, PRESETS, type Preset, presetOf, RESOURCES, withScope } from './scopes';

interface ScopePickerProps {
  value: readonly string[];
  onChange: (scopes: string[]) => void;
}

/** Selects the scopes of a key, starting from a preset. */
export function ScopePicker({ value, onChange }: ScopePickerProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('apiKeys.form.scopes')}
        description={t('apiKeys.form.scopesHelp')}
        value={presetOf(value) ?? ''}
        onChange={(name) => onChange([...PRESETS[name as Preset]])}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs" mt={8}>
          {PRESET_NAMES.map((name) => (
            <Radio
              key={name}
              value={name}
              className={styles.preset}
              label={t(`apiKeys.preset.${name}.name`)}
              description={t(`apiKeys.preset.${name}.help`)}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <ScopeTable value={value} onChange={onChange} />
    </Stack>
  );
}

function ScopeTable({ value, onChange }: ScopePickerProps) {
  const { t } = useTranslation();
  const box = (scope: string, label: string) => (
    <Checkbox
      size="xs"
      className={styles.box}
      aria-label={label}
      checked={value.includes(scope)}
      onChange={(event) => onChange(withScope(value, scope, event.currentTarget.checked))}
    />
  );
  return (
    <Table className={styles.scopes} aria-label={t('apiKeys.form.scopes')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('apiKeys.scopes.what')}</Table.Th>
          <Table.Th>{t('apiKeys.scopes.read')}</Table.Th>
          <Table.Th>{t('apiKeys.scopes.write')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {RESOURCES.map((name) => {
          const resource = t(`apiKeys.scopes.resource.${name}`);
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">{resource}</Table.Th>
              <Table.Td>{box(`${name}:read`, t('apiKeys.scopes.line.read', { resource }))}</Table.Td>
              <Table.Td>{box(`${name}:write`, t('apiKeys.scopes.line.write', { resource }))}</Table.Td>
            </Table.Tr>
          );
        })}
        <Table.Tr>
          <Table.Th scope="row">{t('apiKeys.scopes.embed')}</Table.Th>
          <Table.Td />
          <Table.Td>{box(EMBED, t('apiKeys.scopes.embed'))}</Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
