import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { ANALYTICS_SETTINGS, SIGN_IN_POLICY } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { enter, selectDepartment, useSession } from '../../api/session';

export type DepartmentInput = components['schemas']['DepartmentInput'];

/** Creates a department and switches to it. */
export async function createDepartment(department: DepartmentInput): Promise<void> {
  const created = await call(api.POST('/departments/create', { body: { department } }));
  await selectDepartment(created.department.id);
}

/** Updates the current department and reloads the session. */
export async function updateDepartment(issuer: DepartmentInput): Promise<void> {
  await call(api.POST('/department/update', { body: { issuer } }));
  enter(await call(api.POST('/issuer_login/whoami')));
}

/** Requires two-step sign-in of all members from a time on, or no more, and reloads the session. */
export async function requireSecondFactor(second_factor_from: string | null): Promise<void> {
  await call(api.PUT('/sign_in_policy', { body: { sign_in_policy: { second_factor_from } } }));
  enter(await call(api.POST('/issuer_login/whoami')));
}

export type SignInPolicy = components['schemas']['SignInPolicy'];

/** What the current department asks of sign-ins and sessions. */
export const signInPolicyQuery = queryOptions({
  queryKey: SIGN_IN_POLICY,
  queryFn: async () => (await call(api.GET('/sign_in_policy'))).sign_in_policy,
});

/** Changes how long sessions last and from where the dashboard can be used. */
export async function limitSessions(
  sign_in_policy: Omit<SignInPolicy, 'second_factor_from'>,
): Promise<SignInPolicy> {
  return (await call(api.PUT('/sign_in_policy', { body: { sign_in_policy } }))).sign_in_policy;
}

/** How many days the current department keeps events of visits. */
export const retentionQuery = queryOptions({
  queryKey: ANALYTICS_SETTINGS,
  queryFn: async () => (await call(api.GET('/analytics/settings'))).analytics_settings.retention_days,
});

export async function keepVisits(retention_days: number): Promise<void> {
  await call(api.PUT('/analytics/settings', { body: { analytics_settings: { retention_days } } }));
}

/** Numbers of objects that deleting the current department affects. */
export interface DepartmentNumbers {
  issued: number;
  drafts: number;
  groups: number;
  designs: number;
  members: number;
  keys: number;
}

const ISSUED = 'published,in_progress,expired,suspended,revoked';

export async function departmentNumbers(): Promise<DepartmentNumbers> {
  const query = { page: '1', page_size: '1' };
  const credentials = (state: string) => call(api.POST('/credentials/count', { body: { state } }));
  const [issued, drafts, groups, designs, members, keys] = await Promise.all([
    credentials(ISSUED),
    credentials('draft,scheduled'),
    call(api.POST('/issuer/groups/search', { body: { page_size: 1 } })),
    call(api.POST('/certificate_designs/all', { body: { page_size: 1 } })),
    call(api.GET('/team_members', { params: { query } })),
    call(api.GET('/issuer/api_keys')),
  ]);
  return {
    issued: issued.total_count,
    drafts: drafts.total_count,
    groups: groups.meta.total_count,
    designs: designs.meta.total_count,
    members: members.meta.total_count,
    keys: keys.api_keys.length,
  };
}

/** Deletes a department and switches to another one of the user. */
export async function deleteDepartment(id: number): Promise<void> {
  const other = useSession.getState().session?.departments.find((one) => one.id !== id);
  await call(api.POST('/departments/delete', { body: { id } }));
  if (other) await selectDepartment(other.id);
}
