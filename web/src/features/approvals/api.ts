import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import type { Approval, ApprovedAction } from '../../api/queries/approvals';
import { APPROVALS } from '../../api/queries/keys';

export type { Approval, ApprovedAction };

export const STATES = ['waiting', 'approved', 'overridden', 'rejected', 'withdrawn', 'outdated'] as const;
export const ACTIONS = ['publish', 'revoke', 'design'] as const;

interface Params {
  state?: string;
  action?: string;
  page: number;
  page_size: number;
}

/** A page of the requests, newest first. */
export const approvalsQuery = ({ page, page_size, ...filters }: Params) => {
  const query = { ...filters, page: `${page}`, page_size: `${page_size}` };
  return queryOptions({
    queryKey: [...APPROVALS, 'list', query],
    queryFn: ({ signal }) => call(api.GET('/approvals', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
};

/** One request with its first credentials. */
export const approvalQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...APPROVALS, 'one', uuid],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/approvals/{uuid}', { params: { path: { uuid } }, signal }))).approval,
    refetchOnWindowFocus: 'always',
  });

export type Decision = 'approve' | 'reject' | 'override' | 'withdraw';

/** Decides a request. */
export async function decide(uuid: string, decision: Decision, comment: string): Promise<void> {
  const params = { path: { uuid } };
  if (decision === 'withdraw') await call(api.POST('/approvals/{uuid}/withdraw', { params }));
  else await call(api.POST(`/approvals/{uuid}/${decision}`, { params, body: { comment } }));
}

export const saveApprovalPolicy = (actions: ApprovedAction[]) =>
  call(api.PUT('/approval_policy', { body: { approval_policy: { actions } } }));
