import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';

const MAX_PAIRS = 50;

/** Key-value metadata that API clients store on the group. */
export function MetaDataFields({ field }: { field: FieldProps<[key: string, value: string][]> }) {
  const { t } = useTranslation();
  const { value: pairs, onChange } = field;
  const change = (at: number, pair: [string, string]) =>
    onChange(pairs.map((one, i) => (i === at ? pair : one)));
  return (
    <Panel title={field.label} description={t('groups.form.metaDataLead')}>
      {pairs.map(([key, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys are being typed, and the order stays
        <Group key={at} gap="xs" wrap="nowrap" align="center">
          <TextInput
            flex={2}
            aria-label={t('groups.form.metaKey', { number: at + 1 })}
            placeholder={t('groups.form.metaKeyHint')}
            maxLength={40}
            value={key}
            onChange={(event) => change(at, [event.currentTarget.value, value])}
          />
          <TextInput
            flex={3}
            aria-label={t('groups.form.metaValue', { number: at + 1 })}
            placeholder={t('groups.form.metaValueHint')}
            maxLength={500}
            value={value}
            onChange={(event) => change(at, [key, event.currentTarget.value])}
          />
          <ActionIcon
            aria-label={t('groups.form.metaRemove', { number: at + 1 })}
            onClick={() => onChange(pairs.filter((_, i) => i !== at))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {field.error && <Input.Error>{field.error}</Input.Error>}
      {pairs.length < MAX_PAIRS && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...pairs, ['', '']])}
          >
            {t('groups.form.metaAdd')}
          </Button>
        </Group>
      )}
    </Panel>
  );
}
