import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { type Action, actionAddress, actionDone } from '../../api/actions';
import { ApiError } from '../../api/errors';
import { CREDENTIALS, GROUPS, invalidate } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { EmptyState } from '../../ui/EmptyState';
import { useListState } from '../../ui/list/useListState';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { followOperation } from '../../ui/progress/followed';
import { RunningProgress } from '../../ui/progress/RunningProgress';
import { StopNotice } from '../../ui/progress/StopNotice';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { DataTable } from '../../ui/table/DataTable';
import {
  type ActionItem,
  actionQuery,
  cancelAction,
  itemsQuery,
  type Outcome,
  refusedAddress,
  resumeAction,
  undoAction,
} from './api';

/** One bulk operation: its progress, the outcome for each credential, and undo. */
export function Component() {
  const { t } = useTranslation();
  const format = useFormat();
  const uuid = useParams().uuid ?? '';
  const queries = useQueryClient();
  const { data: action, error } = useQuery(actionQuery(uuid));
  const ended = action !== undefined && action.state !== 'working';
  useEffect(() => {
    if (ended) void invalidate(queries, CREDENTIALS, GROUPS);
  }, [ended, queries]);
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('actions.notFound')} to="/credentials" label={t('credentials.title')} />;
  }
  return (
    <>
      <PageHeader
        title={
          action ? t(action.undo_of ? 'actions.undoOf' : `actions.title.${action.kind}`) : t('actions.page')
        }
        subtitle={
          action &&
          t('actions.begun', {
            time: isolate(format.dateTime(action.created_at)),
            name: isolate(action.by),
          })
        }
        back={{ to: '/credentials', label: t('credentials.title') }}
        action={action && <Buttons action={action} />}
      />
      {action && <Summary action={action} />}
      {action && <Items action={action} />}
    </>
  );
}

function Summary({ action }: { action: Action }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  if (action.state === 'working') {
    return (
      <Panel>
        <RunningProgress
          label={t('actions.running')}
          startedAt={action.created_at}
          done={actionDone(action)}
          total={action.input_count}
        />
        <Text c="dimmed" mt="xs">
          {t('actions.goesOn')}
        </Text>
      </Panel>
    );
  }
  return (
    <Stack gap={4} mb="md">
      {action.stop ? (
        <StopNotice
          stop={action.stop}
          total={action.input_count}
          onResume={async () => {
            const resumed = await resumeAction(action.uuid);
            followOperation(actionAddress(action.uuid));
            queries.setQueryData(actionQuery(action.uuid).queryKey, resumed);
          }}
        />
      ) : (
        <Text fw={500} role="status">
          {t(action.state === 'cancelled' ? 'actions.cancelled' : 'actions.result', {
            done: format.number(action.done_count),
            total: format.number(action.input_count),
          })}
        </Text>
      )}
      {action.undone_by && (
        <Anchor component={Link} to={actionAddress(action.undone_by)} inherit>
          {t('actions.undone')}
        </Anchor>
      )}
      {action.undo_of && (
        <Anchor component={Link} to={actionAddress(action.undo_of)} inherit>
          {t('actions.toUndone')}
        </Anchor>
      )}
    </Stack>
  );
}

function Buttons({ action }: { action: Action }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const left = action.input_count - action.done_count - action.unchanged_count - action.refused_count;
  const change = async (make: (uuid: string) => Promise<Action>) => {
    setBusy(true);
    try {
      const changed = await make(action.uuid);
      queries.setQueryData(actionQuery(changed.uuid).queryKey, changed);
      await queries.invalidateQueries({ queryKey: actionQuery(action.uuid).queryKey });
      if (changed.uuid !== action.uuid) {
        const address = actionAddress(changed.uuid);
        followOperation(address);
        void navigate(address);
      }
    } catch (error) {
      void dialog.warning({
        title: t('actions.failed'),
        body: (error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'),
      });
    }
    setBusy(false);
  };
  return (
    <Group gap="xs">
      {action.refused_count > 0 && action.state !== 'working' && (
        <Button
          component="a"
          href={refusedAddress(action.uuid)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('actions.csv')}
        </Button>
      )}
      {action.can_cancel && (
        <Button
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          loading={busy}
          onClick={() => void change(cancelAction)}
        >
          {t('actions.cancel', { count: left, number: format.number(left) })}
        </Button>
      )}
      {action.can_undo && (
        <Button
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={busy}
          onClick={() => void change(undoAction)}
        >
          {t('actions.undo', { count: action.done_count, number: format.number(action.done_count) })}
        </Button>
      )}
    </Group>
  );
}

const TONES: Record<ActionItem['outcome'], StateTone> = {
  waiting: 'quiet',
  done: 'good',
  unchanged: 'quiet',
  refused: 'bad',
};
const OUTCOMES: readonly Outcome[] = ['done', 'unchanged', 'refused'];

function Items({ action }: { action: Action }) {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListState({ filters: ['outcome'] });
  const outcome = OUTCOMES.find((known) => known === list.filters.outcome);
  const query = { page: list.page, page_size: list.pageSize, ...(outcome && { outcome }) };
  const { data } = useQuery(itemsQuery(action.uuid, query, actionDone(action)));
  const counts = {
    done: action.done_count,
    unchanged: action.unchanged_count,
    refused: action.refused_count,
  };
  return (
    <>
      <SegmentedControl
        mb="sm"
        aria-label={t('actions.outcomes')}
        value={outcome ?? ''}
        onChange={(value) => list.setFilter('outcome', value)}
        data={[
          { value: '', label: t('actions.all', { number: format.number(action.input_count) }) },
          ...OUTCOMES.map((value) => ({
            value,
            label: t(`actions.tab.${value}`, { number: format.number(counts[value]) }),
          })),
        ]}
      />
      <DataTable
        label={t('actions.outcomes')}
        rows={data?.items}
        rowId={(item) => item.credential_id}
        list={list}
        meta={data?.meta}
        columns={[
          {
            key: 'name',
            header: t('credentials.column.recipient'),
            render: (item) => (
              <Anchor component={Link} to={`/credentials/${item.uuid}`} inherit fw={500}>
                <bdi>{item.recipient_name}</bdi>
              </Anchor>
            ),
          },
          {
            key: 'email',
            header: t('credentials.column.email'),
            wideOnly: true,
            render: (item) => <bdi>{item.recipient_email}</bdi>,
          },
          {
            key: 'outcome',
            header: t('actions.outcome'),
            render: (item) => (
              <StateDot tone={TONES[item.outcome]}>
                {item.message || t(`actions.one.${item.outcome}`)}
              </StateDot>
            ),
          },
        ]}
        empty={<EmptyState title={t('actions.none')} />}
      />
    </>
  );
}
