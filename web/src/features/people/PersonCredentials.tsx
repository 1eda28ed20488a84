import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { withMode } from '../../api/testMode';
import { useFormat } from '../../i18n/useFormat';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { Panel } from '../../ui/Panel';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { type Credential, type Person, personCredentialsQuery } from './api';

const TONES: Partial<Record<Credential['state'], StateTone>> = {
  published: 'good',
  in_progress: 'waiting',
  expired: 'waiting',
  suspended: 'waiting',
  revoked: 'bad',
};

const pathOf = (one: Credential) => withMode(`/credentials/${one.uuid}`, one.test);

/** The credentials of a person, newest first. */
export function PersonCredentials({ person }: { person: Person }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useListState({ pageSize: 25 });
  const { data, error, refetch } = useQuery(personCredentialsQuery(person.email, list.page, list.pageSize));
  const columns = useColumns();
  return (
    <Panel title={t('people.column.credentials')}>
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          label={t('people.column.credentials')}
          rows={data?.credentials}
          rowId={(one) => one.uuid}
          rowLabel={(one) => one.group_name}
          list={list}
          meta={data?.meta}
          columns={columns}
          onOpen={(one) => void navigate(pathOf(one))}
          empty={null}
        />
      )}
    </Panel>
  );
}

function useColumns(): Column<Credential>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'group',
      header: t('credentials.column.group'),
      render: (one) => (
        <Anchor component={Link} to={pathOf(one)} c="var(--lr-ink)" fw={500} inherit>
          <bdi>{one.group_name}</bdi>
        </Anchor>
      ),
    },
    {
      key: 'name',
      header: t('people.column.nameOn'),
      wideOnly: true,
      render: (one) => <bdi>{one.recipient.name}</bdi>,
    },
    {
      key: 'state',
      header: t('credentials.filter.state'),
      render: (one) => (
        <StateDot tone={TONES[one.state] ?? 'quiet'}>{t(`credentials.state.${one.state}`)}</StateDot>
      ),
    },
    {
      key: 'issued',
      header: t('credentials.filter.issued'),
      wideOnly: true,
      render: (one) => (one.issued_on ? format.date(one.issued_on) : ''),
    },
  ];
}
