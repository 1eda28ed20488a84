import { Alert, Button, Skeleton } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EMAIL_SETTINGS, invalidate } from '../../api/queries/keys';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { SaveBar } from '../../ui/form/SaveBar';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { type EmailSchedules, saveSchedules, schedulesQuery } from './api';
import { EmailPage } from './EmailPage';
import { GroupSchedules } from './GroupSchedules';
import { ScheduleFields, useScheduleForm } from './ScheduleFields';
import { inputOf, valuesOf } from './schedule';
import { Upcoming } from './Upcoming';
import { useChange } from './useChange';

/** When recipients are reminded, and told that a credential expires. */
export function Component() {
  return <EmailPage tab="schedule">{() => <Schedules />}</EmailPage>;
}

const INK = { title: { color: 'var(--lr-ink)' }, message: { color: 'var(--lr-ink)' } };

function Schedules() {
  const { data, error, refetch } = useQuery(schedulesQuery());
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <>
      {data.paused && <Paused />}
      <ScheduleForm schedules={data} />
      <GroupSchedules schedules={data} />
      <Upcoming paused={data.paused} />
    </>
  );
}

function Paused() {
  const { t } = useTranslation();
  const change = useChange();
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      mb="md"
      icon={<IconPlayerPause size={18} aria-hidden />}
      title={t('emailSettings.schedule.pausedTitle')}
      styles={INK}
    >
      {t('emailSettings.schedule.pausedBody')}
      <br />
      <Button
        mt="sm"
        size="xs"
        variant="default"
        onClick={() =>
          void change(() => saveSchedules({ paused: false }), t('emailSettings.schedule.resumed'))
        }
      >
        {t('emailSettings.schedule.resume')}
      </Button>
    </Alert>
  );
}

function ScheduleForm({ schedules }: { schedules: EmailSchedules }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const change = useChange();
  const form = useScheduleForm(schedules);
  const save = form.submit(async (values) => {
    form.reset(valuesOf(await saveSchedules(inputOf(values))));
    toast.success(t('emailSettings.schedule.saved'));
    await invalidate(queries, EMAIL_SETTINGS);
  });
  const { time, time_zone, paused } = schedules;
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <FormProblems problems={form.problems} />
      <Panel
        title={t('emailSettings.tabs.schedule')}
        description={t('emailSettings.schedule.lead', { time, zone: time_zone })}
        action={
          !paused && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              onClick={() =>
                void change(() => saveSchedules({ paused: true }), t('emailSettings.schedule.paused'))
              }
            >
              {t('emailSettings.schedule.pause')}
            </Button>
          )
        }
      >
        <ScheduleFields form={form} />
      </Panel>
      <SaveBar
        dirty={form.dirty}
        busy={form.busy}
        label={t('emailSettings.schedule.save')}
        onReset={() => form.reset()}
      />
    </form>
  );
}
