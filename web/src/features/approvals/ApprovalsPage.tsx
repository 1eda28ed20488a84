import { Anchor, Button, Text } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { useListState } from '../../ui/list/useListState';
import { PageHeader } from '../../ui/PageHeader';
import { StateDot } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { ACTIONS, type Approval, approvalsQuery, STATES } from './api';
import styles from './approvals.module.css';
import { PolicyDialog } from './PolicyDialog';
import { TONES, useWhat } from './words';

/** The requests for the approval of a second person. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayManage = usePermission('manage_team');
  const list = useListState({ filters: ['state', 'action'] });
  const { data, error, refetch } = useQuery(
    approvalsQuery({ ...list.filters, page: list.page, page_size: list.pageSize }),
  );
  const [setting, setSetting] = useState(false);
  const columns = useColumns();
  return (
    <>
      <PageHeader
        title={t('approvals.title')}
        subtitle={t('approvals.subtitle')}
        action={
          mayManage && (
            <Button
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => setSetting(true)}
            >
              {t('approvals.policy.action')}
            </Button>
          )
        }
      />
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <>
          <div className={styles.filters}>
            <FilterMenu
              list={list}
              name="state"
              label={t('approvals.filter.state')}
              options={STATES.map((value) => ({ value, label: t(`approvals.state.${value}`) }))}
            />
            <FilterMenu
              list={list}
              name="action"
              label={t('approvals.filter.action')}
              options={ACTIONS.map((value) => ({ value, label: t(`approvals.kind.${value}`) }))}
            />
          </div>
          <DataTable
            label={t('approvals.title')}
            rows={data?.approvals}
            rowId={({ uuid }) => uuid}
            list={list}
            meta={data?.meta}
            columns={columns}
            onOpen={({ uuid }) => void navigate(`/approvals/${uuid}`)}
            empty={
              list.narrowed ? (
                <EmptyState title={t('approvals.none')} />
              ) : (
                <EmptyState
                  title={t('approvals.empty.title')}
                  description={t('approvals.empty.description')}
                />
              )
            }
          />
        </>
      )}
      {setting && <PolicyDialog onClose={() => setSetting(false)} />}
    </>
  );
}

function useColumns(): Column<Approval>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const what = useWhat();
  return [
    {
      key: 'what',
      header: t('approvals.column.what'),
      render: (approval) => (
        <>
          <Anchor component={Link} to={`/approvals/${approval.uuid}`}>
            {what(approval)}
          </Anchor>
          {approval.groups.length > 0 && (
            <Text size="sm" c="dimmed">
              {format.list(approval.groups.map(({ name }) => isolate(name)))}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'by',
      header: t('approvals.column.by'),
      wideOnly: true,
      render: ({ asked_by }) => <bdi>{asked_by}</bdi>,
    },
    {
      key: 'at',
      header: t('approvals.column.at'),
      wideOnly: true,
      render: ({ asked_at }) => format.relative(asked_at),
    },
    {
      key: 'state',
      header: t('approvals.column.state'),
      render: ({ state }) => <StateDot tone={TONES[state]}>{t(`approvals.state.${state}`)}</StateDot>,
    },
  ];
}
