import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { PERMISSION_GROUPS, TEAM } from '../../api/queries/keys';
import type { PermissionGroup } from '../../api/queries/roles';
import type { components, operations } from '../../api/schema.v1.gen';
import type { ListState } from '../../ui/list/useListState';

export type TeamMember = components['schemas']['TeamMember'];
export type Right = components['schemas']['Right'];

type TeamParams = NonNullable<operations['memberList']['parameters']['query']>;
type Sort = TeamParams['sort'];

/** A page of the members, and of who was invited. */
export const teamQuery = ({ page, page_size, query, sort }: ListState['params']) => {
  const params: TeamParams = { page: `${page}`, page_size: `${page_size}`, query, sort: sort as Sort };
  return queryOptions({
    queryKey: [...TEAM, params],
    queryFn: ({ signal }) => call(api.GET('/team_members', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const inviteMember = (name: string, email: string, role_id: string) =>
  call(api.POST('/team_members', { body: { team_member: { name, email, role_id } } }));

export const resendInvitation = (id: number) =>
  call(api.POST('/team_members/{id}/resend', { params: { path: { id } } }));

/** Changes the role of a member or of an invited person. */
export const setRole = (id: number, role_id: string) =>
  call(api.PUT('/team_members/{id}', { params: { path: { id } }, body: { team_member: { role_id } } }));

/** Removes the second factors of a member who has lost them. */
export const resetFactors = (id: number) =>
  call(api.POST('/team_members/{id}/reset_second_factors', { params: { path: { id } } }));

/** Ends the access of a member until they are reactivated. */
export const deactivateMember = (id: number) =>
  call(api.POST('/team_members/{id}/deactivate', { params: { path: { id } } }));

export const reactivateMember = (id: number) =>
  call(api.POST('/team_members/{id}/reactivate', { params: { path: { id } } }));

/** Removes a member, or cancels an invitation. */
export const removeMember = (id: number) =>
  call(api.DELETE('/team_members/{id}', { params: { path: { id } } }));

export interface RoleValues {
  name: string;
  description: string;
  permissions: string[];
}

export const saveRole = (id: string | undefined, role: RoleValues) =>
  id
    ? call(api.PUT('/roles/{id}', { params: { path: { id } }, body: { role } }))
    : call(api.POST('/roles', { body: { role } }));

export const deleteRole = (id: string) => call(api.DELETE('/roles/{id}', { params: { path: { id } } }));

export const savePermissionGroup = (id: number | undefined, group: Omit<PermissionGroup, 'id'>) =>
  id
    ? call(
        api.PUT('/permission_groups/{id}', { params: { path: { id } }, body: { permission_group: group } }),
      )
    : call(api.POST('/permission_groups', { body: { permission_group: group } }));

export const deletePermissionGroup = (id: number) =>
  call(api.DELETE('/permission_groups/{id}', { params: { path: { id } } }));

/** What the user may do, and what gives it to them. */
export const accessQuery = () =>
  queryOptions({
    queryKey: [...PERMISSION_GROUPS, 'access'],
    queryFn: async ({ signal }) => (await call(api.GET('/access', { signal }))).rights,
  });
