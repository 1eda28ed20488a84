import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { TEAM } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';
import { useSession } from '../../api/session';

export type TeamMember = components['schemas']['TeamMember'];
export type MemberRole = 'editor' | 'viewer';

export const teamQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...TEAM, page, pageSize],
    queryFn: ({ signal }) =>
      call(
        api.GET('/team_members', {
          params: { query: { page: `${page}`, page_size: `${pageSize}` } },
          signal,
        }),
      ),
  });

export async function inviteMember(name: string, email: string, role: MemberRole): Promise<void> {
  const department_id = useSession.getState().session?.department?.id;
  await call(
    api.POST('/team_members', {
      body: {
        team_member: { name, email, department_permissions: [{ department_id, permissions: { role } }] },
      },
    }),
  );
}

export const resendInvitation = (id: number) =>
  call(api.POST('/team_members/{id}/resend', { params: { path: { id } } }));

/** Changes the role of a member or of an invited person. */
export async function setRole(id: number, role: MemberRole): Promise<void> {
  const department_id = useSession.getState().session?.department?.id;
  await call(
    api.PUT('/team_members/{id}', {
      params: { path: { id } },
      body: { team_member: { department_permissions: [{ department_id, permissions: { role } }] } },
    }),
  );
}

/** Removes a member, or cancels an invitation. */
export const removeMember = (id: number) =>
  call(api.DELETE('/team_members/{id}', { params: { path: { id } } }));
