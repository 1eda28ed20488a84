import { Button, Checkbox, Group, MultiSelect, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ANALYTICS, invalidate } from '../../api/queries/keys';
import { maxLength, required } from '../../lib/validation';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { SelectField, TextField } from '../../ui/form/fields';
import { type FieldProps, type Form, useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import {
  createReport,
  membersQuery,
  type ReportInput,
  type ScheduledReport,
  SECTIONS,
  type Section,
  updateReport,
} from './reports';
import { GroupSelect, TagSelect } from './ScopeBar';
import { useReportWords } from './useReportWords';

interface Values {
  name: string;
  frequency: 'weekly' | 'monthly';
  day: string;
  hour: string;
  sections: Section[];
  group_id: string;
  tag: string;
  recipient_ids: number[];
}

const FREQUENCIES = ['weekly', 'monthly'] as const;
const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

const valuesOf = (report?: ScheduledReport): Values => ({
  name: report?.name ?? '',
  frequency: report?.frequency ?? 'weekly',
  day: String(report?.day ?? 1),
  hour: String(report?.hour ?? 8),
  sections: report?.sections ?? ['overview'],
  group_id: report?.group_id ? String(report.group_id) : '',
  tag: report?.tag ?? '',
  recipient_ids: report?.recipients.map(({ id }) => id) ?? [],
});

const inputOf = ({ day, hour, group_id, name, ...rest }: Values): ReportInput => ({
  ...rest,
  name: name.trim(),
  day: Number(day),
  hour: Number(hour),
  group_id: group_id ? Number(group_id) : 0,
});

/** Schedules a report, or changes one. */
export function ReportDialog({ report, onClose }: { report?: ScheduledReport; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const words = (name: keyof Values) => LABELS[name];
  const form = useForm<Values>({
    initial: valuesOf(report),
    labels: {
      name: t(words('name')),
      frequency: t(words('frequency')),
      day: t('insights.scheduled.form.weekday'),
      hour: t(words('hour')),
      sections: t(words('sections')),
      group_id: t(words('group_id')),
      tag: t(words('tag')),
      recipient_ids: t(words('recipient_ids')),
    },
    rules: { name: [required, maxLength(100)] },
  });
  const save = form.submit(async (values) => {
    await (report ? updateReport(report.id, inputOf(values)) : createReport(inputOf(values)));
    toast.success(t(report ? 'insights.scheduled.done.saved' : 'insights.scheduled.done.created'));
    onClose();
    await invalidate(queries, ANALYTICS);
  });
  const incomplete = form.values.sections.length === 0 || form.values.recipient_ids.length === 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(report ? 'insights.scheduled.edit' : 'insights.scheduled.new')}
      size="lg"
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <TextField
            field={form.field('name')}
            description={t('insights.scheduled.form.nameHelp')}
            dir="auto"
            data-autofocus
          />
          <Times form={form} zone={report?.time_zone} />
          <Sections field={form.field('sections')} />
          <Group gap="sm" align="flex-end">
            <GroupSelect value={form.values.group_id} onChange={(id) => form.set('group_id', id)} />
            <TagSelect value={form.values.tag} onChange={(tag) => form.set('tag', tag)} />
          </Group>
          <Recipients field={form.field('recipient_ids')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={form.busy} disabled={incomplete}>
              {t(report ? 'insights.scheduled.form.save' : 'insights.scheduled.form.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const LABELS = {
  name: 'insights.scheduled.form.name',
  frequency: 'insights.scheduled.form.frequency',
  day: 'insights.scheduled.form.weekday',
  hour: 'insights.scheduled.form.hour',
  sections: 'insights.scheduled.form.sections',
  group_id: 'insights.scheduled.form.group',
  tag: 'insights.scheduled.form.tag',
  recipient_ids: 'insights.scheduled.form.recipients',
} as const;

/** How often, on which day and at what time the report goes out. */
function Times({ form, zone }: { form: Form<Values>; zone?: string }) {
  const { t } = useTranslation();
  const words = useReportWords();
  const weekly = form.values.frequency === 'weekly';
  const frequency = form.field('frequency');
  const days = from(1, weekly ? 7 : 28);
  return (
    <Group grow align="flex-start" gap="sm" preventGrowOverflow={false}>
      <SelectField
        field={{
          ...frequency,
          onChange: (value) => {
            frequency.onChange(value);
            form.set('day', '1');
          },
        }}
        description={t(
          weekly ? 'insights.scheduled.form.periodWeekly' : 'insights.scheduled.form.periodMonthly',
        )}
        data={FREQUENCIES.map((value) => ({ value, label: t(`insights.scheduled.form.${value}`) }))}
        miw={160}
      />
      <SelectField
        field={{
          ...form.field('day'),
          label: t(weekly ? 'insights.scheduled.form.weekday' : 'insights.scheduled.form.monthday'),
        }}
        data={days.map((day) => ({ value: String(day), label: weekly ? words.weekday(day) : String(day) }))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        miw={140}
      />
      <SelectField
        field={form.field('hour')}
        description={zone && t('insights.scheduled.form.hourHelp', { zone })}
        data={from(0, 24).map((hour) => ({ value: String(hour), label: words.time(hour) }))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        miw={120}
      />
    </Group>
  );
}

function Sections({ field }: { field: FieldProps<Section[]> }) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      label={field.label}
      value={field.value}
      error={field.value.length === 0 ? t('insights.scheduled.form.sectionsRequired') : field.error}
      onChange={(names) => field.onChange(SECTIONS.filter((name) => names.includes(name)))}
    >
      <Group gap="md" mt="xs">
        {SECTIONS.map((name) => (
          <Checkbox key={name} value={name} label={t(`insights.report.${name}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function Recipients({ field }: { field: FieldProps<number[]> }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(membersQuery());
  const members = data.filter(({ status }) => status === 'active');
  const unknown = field.value.filter((id) => !members.some((one) => one.id === id));
  return (
    <MultiSelect
      label={field.label}
      name={field.name}
      description={t('insights.scheduled.form.recipientsHelp')}
      error={field.error}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('insights.noGroup')}
      data={[
        ...members.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` })),
        ...unknown.map((id) => ({ value: String(id), label: String(id) })),
      ]}
      value={field.value.map(String)}
      onChange={(ids) => field.onChange(ids.map(Number))}
    />
  );
}
