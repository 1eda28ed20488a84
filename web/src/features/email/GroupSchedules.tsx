import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupChoicesQuery } from '../../api/queries/groups';
import { EMAIL_SETTINGS, invalidate } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { FormProblems } from '../../ui/form/FormProblems';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { deleteGroupSchedule, type EmailSchedule, type EmailSchedules, saveGroupSchedule } from './api';
import styles from './Email.module.css';
import { ScheduleFields, useScheduleForm } from './ScheduleFields';
import { afterEnd, beforeEnd, inputOf } from './schedule';
import { useChange } from './useChange';

type GroupSchedule = EmailSchedules['groups'][number];

/** The groups whose emails go out on other days than those of the department. */
export function GroupSchedules({ schedules }: { schedules: EmailSchedules }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { groups } = schedules;
  return (
    <Panel
      title={t('emailSettings.schedule.groups.title')}
      description={t('emailSettings.schedule.groups.lead')}
    >
      {groups.length === 0 && <Text c="dimmed">{t('emailSettings.schedule.groups.empty')}</Text>}
      {groups.map((group) => (
        <GroupItem key={group.group_id} group={group} />
      ))}
      <div>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('emailSettings.schedule.groups.add')}
        </Button>
      </div>
      {adding && (
        <GroupDialog
          schedule={schedules}
          taken={groups.map(({ group_id }) => group_id)}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  );
}

function GroupItem({ group }: { group: GroupSchedule }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const change = useChange();
  const named = { group: isolate(group.group_name) };
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('emailSettings.schedule.groups.removeTitle', named),
      body: t('emailSettings.schedule.groups.removeBody'),
      confirmLabel: t('emailSettings.schedule.groups.remove'),
      danger: true,
    });
    if (sure)
      await change(() => deleteGroupSchedule(group.group_id), t('emailSettings.schedule.groups.removed'));
  };
  return (
    <section className={styles.item} aria-label={group.group_name}>
      <div>
        <Text fw={500}>
          <bdi>{group.group_name}</bdi>
        </Text>
        <Days schedule={group} />
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={t('emailSettings.schedule.groups.editOf', named)}
          onClick={() => setEditing(true)}
        >
          {t('emailSettings.schedule.groups.edit')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('emailSettings.schedule.groups.removeOf', named)}
          onClick={() => void remove()}
        >
          {t('emailSettings.schedule.groups.remove')}
        </Button>
      </Group>
      {editing && <GroupDialog schedule={group} group={group} onClose={() => setEditing(false)} />}
    </section>
  );
}

/** The days of a schedule in words. */
function Days({ schedule }: { schedule: EmailSchedule }) {
  const { t } = useTranslation();
  const format = useFormat();
  const listed = (days: number[]) => ({ days: format.list(days.map((day) => format.number(day))) });
  const before = beforeEnd(schedule);
  const after = afterEnd(schedule);
  const lines = schedule.reminders
    ? [t('emailSettings.schedule.groups.reminders', listed(schedule.reminder_days))]
    : [t('emailSettings.schedule.groups.noReminders')];
  if (!schedule.expiry) lines.push(t('emailSettings.schedule.groups.noExpiry'));
  if (schedule.expiry && before.length > 0)
    lines.push(t('emailSettings.schedule.groups.expiry', listed(before)));
  if (schedule.expiry && after.length > 0)
    lines.push(t('emailSettings.schedule.groups.expired', listed(after)));
  return (
    <Text size="sm" c="dimmed">
      {lines.join(' · ')}
    </Text>
  );
}

interface GroupDialogProps {
  schedule: EmailSchedule;
  /** The group whose schedule is edited. Undefined: one is chosen. */
  group?: GroupSchedule;
  taken?: readonly number[];
  onClose: () => void;
}

function GroupDialog({ schedule, group, taken = [], onClose }: GroupDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<number | null>(group?.group_id ?? null);
  const [missing, setMissing] = useState(false);
  const form = useScheduleForm(schedule);
  const save = form.submit(async (values) => {
    if (chosen === null) {
      setMissing(true);
      return;
    }
    await saveGroupSchedule(chosen, inputOf(values));
    toast.success(t('emailSettings.schedule.saved'));
    onClose();
    await invalidate(queries, EMAIL_SETTINGS);
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={group ? group.group_name : t('emailSettings.schedule.groups.dialogTitle')}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          {!group && (
            <GroupChoice
              value={chosen}
              taken={taken}
              error={missing && chosen === null ? t('validation.required') : undefined}
              onChange={setChosen}
            />
          )}
          <ScheduleFields form={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('emailSettings.schedule.groups.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('emailSettings.schedule.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const TYPING_PAUSE = 250;

interface GroupChoiceProps {
  value: number | null;
  taken: readonly number[];
  error: string | undefined;
  onChange: (id: number | null) => void;
}

function GroupChoice({ value, taken, error, onChange }: GroupChoiceProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(value === null ? text : '', TYPING_PAUSE);
  const { data: found = [] } = useQuery(groupChoicesQuery(query, { state: 'active' }));
  return (
    <Select
      label={t('emailSettings.schedule.groups.group')}
      placeholder={t('emailSettings.schedule.groups.choose')}
      searchable
      error={error}
      data={found
        .filter(({ id }) => !taken.includes(id))
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
