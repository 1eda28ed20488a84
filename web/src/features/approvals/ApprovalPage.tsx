import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { useListState } from '../../ui/list/useListState';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Panel } from '../../ui/Panel';
import { StateDot } from '../../ui/StateDot';
import { DataTable } from '../../ui/table/DataTable';
import { type Approval, approvalQuery, type Decision } from './api';
import styles from './approvals.module.css';
import { DecisionDialog } from './DecisionDialog';
import { TONES, useWhat } from './words';

/** One request: what exactly would happen, and the decision. */
export function Component() {
  const { t } = useTranslation();
  const uuid = useParams().uuid ?? '';
  const { data, error, refetch } = useQuery(approvalQuery(uuid));
  if (error instanceof ApiError && error.status === 404)
    return <NotFound title={t('approvals.notFound')} to="/approvals" label={t('approvals.title')} />;
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  return data ? <Loaded approval={data} /> : <PageSkeleton />;
}

function Loaded({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const [decision, setDecision] = useState<Decision | null>(null);
  const what = useWhat();
  const stale = approval.outdated !== null || approval.credentials.some(({ changed }) => changed);
  return (
    <>
      <PageHeader
        title={what(approval)}
        subtitle={<StateDot tone={TONES[approval.state]}>{t(`approvals.state.${approval.state}`)}</StateDot>}
        back={{ to: '/approvals', label: t('approvals.title') }}
        action={<Choices approval={approval} onChoose={setDecision} />}
      />
      <Stack gap="md">
        {stale && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {approval.outdated?.message ?? t('approvals.stale')}
          </Alert>
        )}
        <Panel>
          <Details approval={approval} />
        </Panel>
        {approval.credentials.length > 0 && <Credentials approval={approval} />}
      </Stack>
      {decision && (
        <DecisionDialog uuid={approval.uuid} decision={decision} onClose={() => setDecision(null)} />
      )}
    </>
  );
}

function Choices({ approval, onChoose }: { approval: Approval; onChoose: (decision: Decision) => void }) {
  const { t } = useTranslation();
  const page = approval.action === 'publish' ? 'publications' : 'actions';
  return (
    <Group gap="xs">
      {approval.operation_uuid && (
        <Button variant="default" component={Link} to={`/${page}/${approval.operation_uuid}`}>
          {t('approvals.operation')}
        </Button>
      )}
      {approval.can_withdraw && (
        <Button variant="default" onClick={() => onChoose('withdraw')}>
          {t('approvals.withdraw.action')}
        </Button>
      )}
      {approval.can_override && (
        <Button variant="default" onClick={() => onChoose('override')}>
          {t('approvals.override.action')}
        </Button>
      )}
      {approval.can_decide && (
        <>
          <Button variant="default" onClick={() => onChoose('reject')}>
            {t('approvals.reject.action')}
          </Button>
          <Button onClick={() => onChoose('approve')}>{t('approvals.approve.action')}</Button>
        </>
      )}
    </Group>
  );
}

function Details({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { action, design, groups } = approval;
  const designs = [...new Set(groups.flatMap((group) => group.designs))];
  return (
    <Facts
      facts={[
        [t('approvals.fact.change'), action !== 'design' && t(`approvals.change.${action}`)],
        [
          t('approvals.fact.groups'),
          groups.length > 0 && (
            <ul className={styles.lines}>
              {groups.map((group) => (
                <li key={group.id}>
                  <Anchor component={Link} to={`/groups/${group.id}`}>
                    {t('approvals.fact.group', {
                      count: group.count,
                      name: isolate(group.name),
                      number: format.number(group.count),
                    })}
                  </Anchor>
                </li>
              ))}
            </ul>
          ),
        ],
        [t('approvals.fact.designs'), action === 'publish' && format.list(designs.map(isolate))],
        [
          t('approvals.fact.design'),
          design && (
            <Anchor component={Link} to={`/designs/${design.id}/versions`}>
              <bdi>{format.list([design.name, t('approvals.fact.versions')])}</bdi>
            </Anchor>
          ),
        ],
        [
          t('approvals.fact.mail'),
          action !== 'design' && t(approval.send_email ? 'approvals.fact.mailYes' : 'approvals.fact.mailNo'),
        ],
        [
          t('approvals.fact.reason'),
          approval.reason && t(`revocation.${approval.reason}` as 'revocation.other'),
        ],
        [t('approvals.fact.note'), approval.note && <bdi>{approval.note}</bdi>],
        [t('approvals.fact.comment'), approval.comment && <bdi>{approval.comment}</bdi>],
        [t('approvals.fact.askedBy'), <bdi key="by">{approval.asked_by}</bdi>],
        [t('approvals.fact.at'), format.dateTime(approval.asked_at)],
        [t('approvals.fact.decidedBy'), approval.decided_by && <bdi>{approval.decided_by}</bdi>],
        [t('approvals.fact.decidedAt'), approval.decided_at && format.dateTime(approval.decided_at)],
        [t('approvals.fact.decision'), approval.decision_comment && <bdi>{approval.decision_comment}</bdi>],
      ]}
    />
  );
}

function Credentials({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const format = useFormat();
  const list = useListState();
  const shown = approval.credentials.length;
  return (
    <Panel title={t('approvals.credentials.title')}>
      <DataTable
        label={t('approvals.credentials.title')}
        rows={approval.credentials}
        rowId={({ id }) => id}
        list={list}
        columns={[
          {
            key: 'name',
            header: t('approvals.credentials.name'),
            render: ({ id, recipient_name }) => (
              <Anchor component={Link} to={`/credentials/${id}`}>
                <bdi>{recipient_name}</bdi>
              </Anchor>
            ),
          },
          {
            key: 'group',
            header: t('approvals.credentials.group'),
            wideOnly: true,
            render: ({ group_name }) => <bdi>{group_name}</bdi>,
          },
          {
            key: 'now',
            header: t('approvals.credentials.now'),
            render: ({ state, changed }) => (
              <>
                {t(`credentials.state.${state}` as 'credentials.state.draft')}
                {changed && (
                  <Text size="xs" c="dimmed">
                    {t('approvals.credentials.changed')}
                  </Text>
                )}
              </>
            ),
          },
        ]}
        empty={null}
      />
      {shown < approval.count && (
        <Text c="dimmed">
          {t('approvals.credentials.first', {
            number: format.number(shown),
            total: format.number(approval.count),
          })}
        </Text>
      )}
    </Panel>
  );
}
