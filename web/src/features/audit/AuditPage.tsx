import { Anchor, Button, Group, Pill, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { AccessDenied } from '../../ui/AccessDenied';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { type ListState, useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { type AuditEvent, auditQuery } from './api';
import { EventDialog } from './EventDialog';
import { SealPanel } from './SealPanel';
import { KINDS, pageOf, useAuditWords } from './words';

const FILTERS = ['user_id', 'api_key_id', 'action', 'object_kind', 'object_id', 'since', 'until'] as const;

/** The audit log of the current department, with filters that are kept in the URL. */
export function Component() {
  const { t } = useTranslation();
  const list = useListState({ filters: FILTERS });
  const mayView = usePermission('view_audit_log');
  const { data, error, refetch } = useQuery({ ...auditQuery(paramsOf(list)), enabled: mayView });
  const [shown, setShown] = useState<AuditEvent | null>(null);
  const columns = useColumns(setShown, list.setFilter);
  return (
    <>
      <PageHeader title={t('audit.title')} subtitle={t('audit.subtitle')} />
      {!mayView ? (
        <AccessDenied permission="view_audit_log" />
      ) : error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Stack gap="md">
          <Filters list={list} first={data?.audit_events[0]} />
          <DataTable
            label={t('audit.title')}
            rows={data?.audit_events}
            rowId={(event) => event.id}
            list={list}
            meta={data?.meta}
            columns={columns}
            empty={<EmptyState title={t('audit.empty.title')} description={t('audit.empty.description')} />}
          />
          <SealPanel />
        </Stack>
      )}
      {shown && <EventDialog event={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** The parameters of the call. Days begin and end in the browser's time zone, and the last day is included. */
function paramsOf(list: ListState): ListState['params'] {
  const { since, until } = list.filters;
  return {
    ...list.params,
    ...(since ? { since: startOf(since, 0) } : {}),
    ...(until ? { until: startOf(until, 1) } : {}),
  };
}

function startOf(day: string, later: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  const start = new Date(year ?? Number.NaN, (month ?? 1) - 1, (date ?? 1) + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

interface FiltersProps {
  list: ListState;
  /** An event that matches the filters, for the name of the person or API key. */
  first: AuditEvent | undefined;
}

function Filters({ list, first }: FiltersProps) {
  const { t } = useTranslation();
  const words = useAuditWords();
  const { user_id, api_key_id, action, object_kind, object_id } = list.filters;
  const chips: [name: string, text: string][] = [];
  const who = user_id ? 'user_id' : api_key_id ? 'api_key_id' : null;
  if (who) chips.push([who, first ? words.actor(first.actor) : t('audit.filter.person')]);
  if (action) chips.push(['action', words.action(action)]);
  if (object_id) chips.push(['object_id', object_id]);
  return (
    <Group gap="xs" align="end">
      <FilterMenu
        list={list}
        name="object_kind"
        label={object_kind ? words.kind(object_kind) : t('audit.filter.object')}
        options={KINDS.map((kind) => ({ value: kind, label: words.kind(kind) }))}
      />
      {(['since', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`audit.filter.${name}`)}
          value={list.filters[name] ?? ''}
          onChange={(event) => list.setFilter(name, event.currentTarget.value)}
        />
      ))}
      {chips.map(([name, text]) => (
        <Pill
          key={name}
          size="md"
          withRemoveButton
          onRemove={() => list.setFilter(name, '')}
          removeButtonProps={{
            'aria-label': t('ui.list.removeFilter', { filter: text }),
            tabIndex: 0,
            'aria-hidden': false,
          }}
        >
          {text}
        </Pill>
      ))}
      {list.narrowed && (
        <Button variant="subtle" onClick={list.clear}>
          {t('audit.filter.clear')}
        </Button>
      )}
    </Group>
  );
}

function useColumns(
  onShow: (event: AuditEvent) => void,
  onFilter: ListState['setFilter'],
): Column<AuditEvent>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useAuditWords();
  return [
    {
      key: 'what',
      header: t('audit.column.what'),
      render: (event) => (
        <UnstyledButton fw={500} c="var(--mantine-color-anchor)" onClick={() => onShow(event)}>
          {words.action(event.action)}
        </UnstyledButton>
      ),
    },
    {
      key: 'who',
      header: t('audit.column.who'),
      render: ({ actor }) =>
        (actor.kind === 'user' || actor.kind === 'api_key') && actor.id !== null ? (
          <UnstyledButton
            aria-label={t('audit.filter.only', { who: words.actor(actor) })}
            onClick={() => onFilter(`${actor.kind}_id`, `${actor.id}`)}
          >
            {words.actor(actor)}
          </UnstyledButton>
        ) : (
          words.actor(actor)
        ),
    },
    {
      key: 'object',
      header: t('audit.column.object'),
      wideOnly: true,
      render: ({ object }) => <ObjectLink object={object} />,
    },
    {
      key: 'address',
      header: t('audit.column.address'),
      wideOnly: true,
      render: (event) => <span dir="ltr">{event.ip}</span>,
    },
    { key: 'when', header: t('audit.column.when'), render: (event) => format.dateTime(event.at) },
  ];
}

function ObjectLink({ object }: { object: AuditEvent['object'] }) {
  const words = useAuditWords();
  const name = `${words.kind(object.kind)} ${short(object.id)}`;
  const page = pageOf(object);
  return page ? (
    <Anchor component={Link} to={page}>
      {name}
    </Anchor>
  ) : (
    name
  );
}

/** The first part of a UUID; other IDs as they are. */
const short = (id: string) => (id.length === 36 ? id.slice(0, 8) : id);
