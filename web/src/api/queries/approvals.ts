import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../client';
import type { components } from '../schema.v1.gen';
import { APPROVALS } from './keys';

export type Approval = components['schemas']['Approval'];
export type ApprovedAction = Approval['action'];

/** What of the department needs the approval of a second person. Members who see only some groups cannot read it. */
export const approvalPolicyQuery = () =>
  queryOptions({
    queryKey: [...APPROVALS, 'policy'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/approval_policy', { signal }), { quiet: [403] })).approval_policy.actions,
    retry: false,
  });
