import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/fields';
import type { FieldProps } from '../../ui/form/useForm';
import { Panel } from '../../ui/Panel';
import type { Band } from './groupForm';
import type { SettingsForm } from './SettingFields';

const MAX_BANDS = 20;

/** The passing grade and the names of grade bands. */
export function GradeFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('groups.form.grades')} description={t('groups.form.gradesLead')}>
      <TextField
        field={form.field('least_grade')}
        description={t('groups.form.leastGradeHelp')}
        inputMode="decimal"
        maw={320}
      />
      <BandFields field={form.field('grade_bands')} />
    </Panel>
  );
}

function BandFields({ field }: { field: FieldProps<Band[]> }) {
  const { t } = useTranslation();
  const { value: bands, onChange } = field;
  const change = (at: number, part: Partial<Band>) =>
    onChange(bands.map((band, i) => (i === at ? { ...band, ...part } : band)));
  return (
    <Input.Wrapper
      labelElement="div"
      label={field.label}
      description={t('groups.form.bandsHelp')}
      error={field.error}
    >
      {bands.map(({ from, name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are being typed, and the order stays
        <Group key={at} gap="xs" mt="xs" wrap="nowrap" align="center">
          <TextInput
            w={88}
            inputMode="decimal"
            aria-label={t('groups.form.bandFrom', { number: at + 1 })}
            placeholder={t('groups.form.bandFromHint')}
            maxLength={8}
            value={from}
            onChange={(event) => change(at, { from: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            dir="auto"
            aria-label={t('groups.form.bandName', { number: at + 1 })}
            placeholder={t('groups.form.bandNameHint')}
            maxLength={100}
            value={name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('groups.form.bandRemove', { number: at + 1 })}
            onClick={() => onChange(bands.filter((_, i) => i !== at))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {bands.length < MAX_BANDS && (
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...bands, { from: '', name: '' }])}
        >
          {t('groups.form.bandAdd')}
        </Button>
      )}
    </Input.Wrapper>
  );
}
