import type { ParseKeys } from 'i18next';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface BillingTab {
  /** The part of the address after /billing/. */
  name: string;
  label: ParseKeys;
  Content: LazyExoticComponent<ComponentType>;
  /** Only where the installation takes payments. */
  paid?: boolean;
}

/** The tabs of the billing page in their order. The first one is at /billing too. */
export const TABS: readonly BillingTab[] = [
  { name: 'usage', label: 'billing.tab.usage', Content: lazy(() => import('./UsageTab')) },
  { name: 'plan', label: 'billing.tab.plan', Content: lazy(() => import('./PlanTab')) },
  {
    name: 'payment',
    label: 'payments.tab.method',
    paid: true,
    Content: lazy(() => import('./payment/PaymentTab')),
  },
  {
    name: 'invoices',
    label: 'payments.tab.invoices',
    paid: true,
    Content: lazy(() => import('./invoices/InvoicesTab')),
  },
  { name: 'ledger', label: 'billing.tab.ledger', Content: lazy(() => import('./LedgerTab')) },
];
