import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../../lib/bidi';
import { dialog } from '../../../ui/dialog/dialog';
import { ErrorPage } from '../../../ui/ErrorPage';
import { Panel } from '../../../ui/Panel';
import { cardPage, type PaymentMethod, paymentMethodQuery, removeCard } from './api';
import { DetailsPanel } from './DetailsPanel';
import { usePaymentChange } from './usePaymentChange';
import { useReturn } from './useReturn';

/** The card that is charged, and who invoices are for. */
export default function PaymentTab() {
  useReturn();
  const { data, error, refetch } = useQuery(paymentMethodQuery);
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <Skeleton height={220} />;
  return (
    <Stack gap="md">
      <Problem method={data} />
      {data.takes_cards ? <CardPanel method={data} /> : <InvoicePanel />}
      <DetailsPanel method={data} />
    </Stack>
  );
}

/** Tells of a payment that failed or has to be confirmed, with the page where that is done. */
export function Problem({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  const { problem } = method;
  if (!problem) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status">
      <Group justify="space-between">
        <Text>{t(`payments.banner.${problem.kind}`)}</Text>
        <Button component="a" href={problem.url} size="compact-md">
          {t(problem.kind === 'requires_action' ? 'payments.banner.confirm' : 'payments.banner.pay')}
        </Button>
      </Group>
    </Alert>
  );
}

function InvoicePanel() {
  const { t } = useTranslation();
  return (
    <Panel title={t('payments.method.manualTitle')}>
      <Text>{t('payments.method.manual')}</Text>
    </Panel>
  );
}

const two = (month: number) => `${month}`.padStart(2, '0');

function CardPanel({ method: { card } }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  const change = usePaymentChange();
  const add = () => change(async () => window.location.assign(await cardPage()), 'paymentDetailsNotUpdated');
  const remove = async () => {
    const sure = await dialog.confirm({
      title: t('payments.method.removeAsk'),
      body: t('payments.method.removeHelp'),
      confirmLabel: t('payments.method.remove'),
      danger: true,
    });
    if (sure) await change(removeCard, 'paymentDetailsNotUpdated');
  };
  return (
    <Panel title={t('payments.method.card')}>
      {card ? (
        <div>
          <Text fw={600}>
            {t('payments.method.number', { brand: brandOf(card.brand), last4: isolate(card.last4) })}
          </Text>
          {card.exp_year > 0 && (
            <Text c="dimmed">
              {t('payments.method.expires', { month: two(card.exp_month), year: `${card.exp_year}` })}
            </Text>
          )}
        </div>
      ) : (
        <div>
          <Text fw={600}>{t('payments.method.none')}</Text>
          <Text c="dimmed">{t('payments.method.noneHelp')}</Text>
        </div>
      )}
      <Group gap="xs">
        <Button variant={card ? 'default' : 'filled'} onClick={() => void add()}>
          {t(card ? 'payments.method.replace' : 'payments.method.add')}
        </Button>
        {card && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            {t('payments.method.remove')}
          </Button>
        )}
      </Group>
    </Panel>
  );
}

/** The name of a brand as it writes itself, as far as its first letter shows that. */
function brandOf(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1).replaceAll('_', ' ');
}
