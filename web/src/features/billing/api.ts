import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { BILLING } from '../../api/queries/keys';
import type { components, operations } from '../../api/schema.v2.gen';
import { v2 } from '../../api/v2';

export type Plan = components['schemas']['BillingPlan'];
export type Subscription = components['schemas']['BillingSubscription'];
export type CreditEntry = components['schemas']['CreditEntry'];
type LedgerQuery = NonNullable<operations['billingLedgerList']['parameters']['query']>;

/** The screen says itself who may not see it. */
const DENIED = { quiet: [403] };

export const plansQuery = () =>
  queryOptions({
    queryKey: [...BILLING, 'plans'],
    queryFn: ({ signal }) => call(v2.GET('/billing/plans', { signal }), DENIED),
  });

export const choosePlan = (plan_id: number) =>
  call(v2.PUT('/billing/subscription', { body: { subscription: { plan_id } } }));

export const cancelPlan = (reason: string) =>
  call(v2.POST('/billing/cancellation', { body: { cancellation: { reason } } }));

export const resumePlan = () => call(v2.DELETE('/billing/cancellation'));

export const transferCredits = (transfer: { department_id: number; credits: number; reason: string }) =>
  call(v2.POST('/billing/transfers', { body: { transfer } }));

export const ledgerQuery = (query: LedgerQuery) =>
  queryOptions({
    queryKey: [...BILLING, 'ledger', query],
    queryFn: ({ signal }) => call(v2.GET('/billing/ledger', { params: { query }, signal }), DENIED),
    placeholderData: keepPreviousData,
  });

/** The entries that the filters select, as a CSV file. */
export const downloadLedger = (query: LedgerQuery): Promise<Blob> =>
  call(
    v2.GET('/billing/ledger.csv', { params: { query }, parseAs: 'blob' }) as Promise<{
      data?: Blob;
      response: Response;
    }>,
  );
