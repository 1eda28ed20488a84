import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { ErrorPage } from '../../ui/ErrorPage';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { accessQuery, type Right } from './api';

type Origin = Right['origins'][number];

/** What the user may do in the current department, and what gives them each permission. */
export function Component() {
  const { t } = useTranslation();
  const list = useListState();
  const { data, error, refetch } = useQuery(accessQuery());
  const originOf = useOriginName();
  const columns: Column<Right>[] = [
    {
      key: 'permission',
      header: t('team.access.permission'),
      render: ({ permission, origins }) => (
        <StateDot tone={origins.length > 0 ? 'good' : 'quiet'}>
          {t(`team.permission.${permission}` as ParseKeys)}
        </StateDot>
      ),
    },
    {
      key: 'origin',
      header: t('team.access.origin'),
      render: ({ origins }) =>
        origins.length > 0 ? (
          origins.map((origin) => <div key={`${origin.kind}${origin.id}`}>{originOf(origin)}</div>)
        ) : (
          <Text c="dimmed">{t('team.access.denied')}</Text>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t('team.access.title')}
        subtitle={t('team.access.subtitle')}
        back={{ to: '/account', label: t('account.title') }}
      />
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <DataTable
          list={list}
          label={t('team.access.title')}
          rows={data}
          rowId={({ permission }) => permission}
          columns={columns}
          empty={null}
        />
      )}
    </>
  );
}

function useOriginName(): (origin: Origin) => string {
  const { t } = useTranslation();
  return ({ kind, id, name, groups }) => {
    const source =
      kind === 'permission_group'
        ? t('team.access.group', { name: isolate(name) })
        : id === ''
          ? t('team.access.own')
          : t('team.access.role', { name: isolate(name || t(`team.role.${id}` as ParseKeys)) });
    const some = groups?.filter((group) => group > 0);
    return some ? `${source} · ${t('team.access.some', { count: some.length })}` : source;
  };
}
