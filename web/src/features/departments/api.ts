import { api, call } from '../../api/client';
import type { components } from '../../api/schema.v1.gen';
import { enter, selectDepartment } from '../../api/session';

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
