import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidate, PAYMENTS } from '../../../api/queries/keys';
import { isolate } from '../../../lib/bidi';
import { email, maxLength, required } from '../../../lib/validation';
import { dialog } from '../../../ui/dialog/dialog';
import { FormProblems } from '../../../ui/form/FormProblems';
import { TextField } from '../../../ui/form/fields';
import { useForm } from '../../../ui/form/useForm';
import { Panel } from '../../../ui/Panel';
import { toast } from '../../../ui/toast/toast';
import { type PaymentMethod, saveDetails, taxPage } from './api';
import { usePaymentChange } from './usePaymentChange';

const RULES = {
  name: [required, maxLength(255)],
  email: [email, maxLength(320)],
  line1: [maxLength(255)],
  line2: [maxLength(255)],
  postal_code: [maxLength(40)],
  city: [maxLength(255)],
  region: [maxLength(255)],
  country: [maxLength(2)],
  tax_id: [maxLength(60)],
};

/** Who invoices are for. */
export function DetailsPanel({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const change = usePaymentChange();
  const { details } = method;
  const form = useForm({
    initial: {
      name: details.name,
      email: details.email ?? '',
      line1: details.line1 ?? '',
      line2: details.line2 ?? '',
      postal_code: details.postal_code ?? '',
      city: details.city ?? '',
      region: details.region ?? '',
      country: details.country ?? '',
      tax_id: details.tax_id ?? '',
    },
    labels: {
      name: t('payments.details.name'),
      email: t('payments.details.email'),
      line1: t('payments.details.line1'),
      line2: t('payments.details.line2'),
      postal_code: t('payments.details.postalCode'),
      city: t('payments.details.city'),
      region: t('payments.details.region'),
      country: t('payments.details.country'),
      tax_id: t('payments.details.taxId'),
    },
    rules: RULES,
  });
  const save = form.submit(async (values) => {
    await saveDetails(values).catch(refused);
    toast.success(t('payments.details.saved'));
    await invalidate(queries, PAYMENTS);
  });
  const refused = async (error: unknown) => {
    await dialog.warning({
      title: t('alerts.paymentDetailsNotSaved.title'),
      body: t('alerts.paymentDetailsNotSaved.body'),
    });
    throw error;
  };
  const tax = () => change(async () => window.location.assign(await taxPage()), 'paymentDetailsNotSaved');
  return (
    <Panel title={t('payments.details.title')} description={t('payments.details.help')}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <FormProblems problems={form.problems} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextField field={form.field('name')} autoComplete="organization" />
          <TextField field={form.field('email')} type="email" dir="ltr" autoComplete="email" />
          <TextField field={form.field('line1')} autoComplete="address-line1" />
          <TextField field={form.field('line2')} autoComplete="address-line2" />
          <TextField field={form.field('postal_code')} autoComplete="postal-code" />
          <TextField field={form.field('city')} autoComplete="address-level2" />
          <TextField field={form.field('region')} autoComplete="address-level1" />
          <TextField
            field={form.field('country')}
            description={t('payments.details.countryHelp')}
            autoComplete="country"
          />
          {!method.takes_cards && <TextField field={form.field('tax_id')} dir="ltr" />}
        </SimpleGrid>
        {method.takes_cards && (
          <Group mt="md" gap="sm">
            {details.tax_id && <Text>{t('payments.pdf.taxID', { id: isolate(details.tax_id) })}</Text>}
            <Button variant="default" size="compact-md" onClick={() => void tax()}>
              {t('payments.details.taxPage')}
            </Button>
            <Text c="dimmed" size="sm">
              {t('payments.details.taxHelp')}
            </Text>
          </Group>
        )}
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={form.busy}>
            {t('ui.form.save')}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
