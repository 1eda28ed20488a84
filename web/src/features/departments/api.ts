import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';
import { enter, selectDepartment, useSession } from '../../api/session';

export type DepartmentInput = components['schemas']['DepartmentInput'];

/** Makes a department and goes into it. */
export async function createDepartment(department: DepartmentInput): Promise<void> {
  const created = await call(api.POST('/departments/create', { body: { department } }));
  await selectDepartment(created.department.id);
}

/** Changes the current department and takes the session over as it then is. */
export async function updateDepartment(issuer: DepartmentInput): Promise<void> {
  await call(api.POST('/department/update', { body: { issuer } }));
  enter(await call(api.POST('/issuer_login/whoami')));
}

/** What goes, and what stays, with the current department. */
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

/** Deletes a department and goes into another one of the person. */
export async function deleteDepartment(id: number): Promise<void> {
  const other = useSession.getState().session?.departments.find((one) => one.id !== id);
  await call(api.POST('/departments/delete', { body: { id } }));
  if (other) await selectDepartment(other.id);
}
