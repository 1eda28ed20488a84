import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { type Plan, plansQuery, type Subscription } from './api';
import styles from './Billing.module.css';
import { CancelDialog } from './CancelDialog';
import { lastDay } from './dates';
import { PlanDialog } from './PlanDialog';
import { useReturn } from './payment/useReturn';
import { useResume } from './useResume';

/** The current plan, and those to choose from. */
export default function PlanTab() {
  useReturn();
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(plansQuery());
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <Skeleton height={240} />;
  const { plans, subscription } = data;
  if (!subscription && plans.length === 0)
    return <EmptyState title={t('billing.plan.none')} description={t('billing.plan.noneText')} />;
  return (
    <Stack gap="md">
      {subscription && <Current subscription={subscription} plans={plans} />}
      <Panel title={t('billing.plan.all')}>
        <ul className={styles.plans}>
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} subscription={subscription} />
          ))}
        </ul>
      </Panel>
    </Stack>
  );
}

const TONES: Record<Subscription['state'], StateTone> = {
  trialing: 'good',
  active: 'good',
  past_due: 'bad',
  cancelled: 'quiet',
  paused: 'waiting',
};

function Current({ subscription, plans }: { subscription: Subscription; plans: readonly Plan[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = usePermission('manage_billing');
  const resume = useResume();
  const [cancelling, setCancelling] = useState(false);
  const { plan, state, period_start, period_end, cancel_at, next_plan_id, blocked_from } = subscription;
  const next = plans.find((one) => one.id === next_plan_id);
  const running = state !== 'cancelled' || !subscription.blocked;
  return (
    <Panel
      title={plan.name}
      action={
        mayManage &&
        running &&
        subscription.funded_by === null && (
          <Button variant="default" onClick={cancel_at ? resume : () => setCancelling(true)}>
            {t(cancel_at ? 'billing.cancel.undo' : 'billing.cancel.action')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [
            t('billing.plan.state'),
            <StateDot key="state" tone={TONES[state]}>
              {t(`billing.state.${state}`)}
            </StateDot>,
          ],
          [t('billing.plan.seats'), format.number(plan.seats)],
          [
            t('billing.plan.year'),
            t('billing.plan.fromTo', {
              from: format.date(period_start),
              until: format.date(lastDay(period_end)),
            }),
          ],
          [
            t('billing.plan.next'),
            next && t('billing.plan.nextOn', { name: isolate(next.name), date: format.date(period_end) }),
          ],
          [t('billing.plan.until'), cancel_at && format.date(lastDay(cancel_at))],
          [t('billing.plan.blockedFrom'), blocked_from && format.dateTime(blocked_from)],
          [t('billing.plan.payer'), subscription.funded_by !== null && t('billing.plan.otherDepartment')],
        ]}
      />
      {cancelling && <CancelDialog subscription={subscription} onClose={() => setCancelling(false)} />}
    </Panel>
  );
}

function PlanCard({ plan, subscription }: { plan: Plan; subscription: Subscription | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = usePermission('manage_billing');
  const [open, setOpen] = useState(false);
  const current = subscription?.plan.id === plan.id;
  const next = subscription?.next_plan_id === plan.id;
  const mayChoose = mayManage && subscription?.funded_by == null && !next;
  return (
    <li className={styles.plan} data-current={current || undefined}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={3} size="h4">
          <bdi>{plan.name}</bdi>
        </Title>
        {(current || next) && (
          <Badge variant="light" tt="none">
            {t(current ? 'billing.plan.current' : 'billing.plan.chosen')}
          </Badge>
        )}
      </Group>
      <Text className={styles.price}>
        {t(`billing.plan.per.${plan.interval}`, { price: format.money(plan.price, plan.currency) })}
      </Text>
      <Text>{t('billing.plan.recipients', { count: plan.seats, number: format.number(plan.seats) })}</Text>
      {plan.features.length > 0 && (
        <ul className={styles.features}>
          {plan.features.map((feature) => (
            <li key={feature}>
              <IconCheck size={16} aria-hidden />
              <bdi>{feature}</bdi>
            </li>
          ))}
        </ul>
      )}
      {mayChoose && (!current || subscription?.next_plan_id !== null) && (
        <Button variant={current ? 'default' : 'filled'} onClick={() => setOpen(true)} mt="auto">
          {t(current ? 'billing.plan.keep' : 'billing.plan.choose', { name: isolate(plan.name) })}
        </Button>
      )}
      {open && <PlanDialog plan={plan} subscription={subscription} onClose={() => setOpen(false)} />}
    </li>
  );
}
