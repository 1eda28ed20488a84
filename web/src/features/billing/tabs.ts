import type { ParseKeys } from 'i18next';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface BillingTab {
  /** The part of the address after /billing/. */
  name: string;
  label: ParseKeys;
  Content: LazyExoticComponent<ComponentType>;
}

/** The tabs of the billing page in their order. The first one is at /billing too. */
export const TABS: readonly BillingTab[] = [
  { name: 'usage', label: 'billing.tab.usage', Content: lazy(() => import('./UsageTab')) },
  { name: 'plan', label: 'billing.tab.plan', Content: lazy(() => import('./PlanTab')) },
  { name: 'ledger', label: 'billing.tab.ledger', Content: lazy(() => import('./LedgerTab')) },
];
