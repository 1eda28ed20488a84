import { queryOptions } from '@tanstack/react-query';
import { call } from '../client';
import type { components } from '../schema.v2.gen';
import { usePermission, useSession } from '../session';
import { v2 } from '../v2';
import { BILLING } from './keys';

export type BillingUsage = components['schemas']['BillingUsage'];

/** Whether the installation has billing and the member may see it. */
export function useBilling(): boolean {
  const limited = useSession((state) => state.session?.pricing.unlimited === false);
  return usePermission('view_billing') && limited;
}

/** How the department uses its credits. Screens say themselves that there is no plan, or who may not see it. */
export const usageQuery = () =>
  queryOptions({
    queryKey: [...BILLING, 'usage'],
    queryFn: async ({ signal }) =>
      (await call(v2.GET('/billing/usage', { signal }), { quiet: [403, 404] })).usage,
    retry: false,
  });
