import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client';
import { PAYMENTS } from '../../../api/queries/keys';
import type { components, operations } from '../../../api/schema.v2.gen';
import { v2 } from '../../../api/v2';
import { saveBlob } from '../../../lib/saveBlob';
import type { ListState } from '../../../ui/list/useListState';

export type PaymentMethod = components['schemas']['PaymentMethod'];
export type BillingDetails = components['schemas']['BillingDetails'];
export type Invoice = components['schemas']['Invoice'];

/** How the department pays. */
export const paymentMethodQuery = queryOptions({
  queryKey: [...PAYMENTS, 'method'],
  queryFn: async ({ signal }) =>
    (await call(v2.GET('/billing/payment_method', { signal }), { quiet: [404] })).payment_method,
});

/** Reads how the department pays from the payment provider. */
export const refreshMethod = () => call(v2.POST('/billing/payment_method/refresh'));

export const saveDetails = (details: BillingDetails) =>
  call(v2.PUT('/billing/payment_method', { body: { details } }));

export const removeCard = () => call(v2.DELETE('/billing/payment_method'));

/** The page of the provider where a card is entered. */
export const cardPage = async () => (await call(v2.POST('/billing/payment_method/setup'))).url;

/** The page of the provider where tax IDs are changed. */
export const taxPage = async () => (await call(v2.POST('/billing/payment_method/portal'))).url;

type InvoiceParams = NonNullable<operations['invoiceList']['parameters']['query']>;

/** A page of the invoices and credit notes. */
export const invoicesQuery = ({ page, page_size }: ListState['params'], state: string | undefined) => {
  const params: InvoiceParams = { page, page_size, state: state as InvoiceParams['state'] };
  return queryOptions({
    queryKey: [...PAYMENTS, 'invoices', params],
    queryFn: ({ signal }) => call(v2.GET('/billing/invoices', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
  });
};

/** Saves the PDF of an invoice, or of its receipt. */
export async function saveInvoice({ id, number }: Invoice, kind: 'invoice' | 'receipt'): Promise<void> {
  const blob = await call(
    v2.GET('/billing/invoices/{id}/pdf', { params: { path: { id }, query: { kind } }, parseAs: 'blob' }),
  );
  saveBlob(blob as unknown as Blob, `${number}${kind === 'receipt' ? '-receipt' : ''}.pdf`);
}
