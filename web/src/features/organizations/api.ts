import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { ORGANIZATIONS } from '../../api/queries/keys';
import type { components, operations } from '../../api/schema.v1.gen';
import { enter } from '../../api/session';
import type { ListState } from '../../ui/list/useListState';

export type Organization = components['schemas']['Organization'];
export type Person = components['schemas']['PersonOfOrganization'];
export type Place = components['schemas']['OrganizationDepartment'];

type PeopleParams = NonNullable<operations['organizationPeople']['parameters']['query']>;

/** The organizations that the user administers. */
export const organizationsQuery = queryOptions({
  queryKey: ORGANIZATIONS,
  queryFn: async ({ signal }) => (await call(api.GET('/organizations', { signal }))).organizations,
});

/** An organization and its departments. */
export const organizationQuery = (id: number) =>
  queryOptions({
    queryKey: [...ORGANIZATIONS, id],
    queryFn: ({ signal }) => call(api.GET('/organizations/{id}', { params: { path: { id } }, signal })),
  });

/** A page of the people of an organization. */
export const peopleQuery = (id: number, { page, page_size, query, sort }: ListState['params']) => {
  const params: PeopleParams = {
    page: `${page}`,
    page_size: `${page_size}`,
    query,
    sort: sort as PeopleParams['sort'],
  };
  return queryOptions({
    queryKey: [...ORGANIZATIONS, id, 'people', params],
    queryFn: ({ signal }) =>
      call(api.GET('/organizations/{id}/people', { params: { path: { id }, query: params }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const renameOrganization = (id: number, name: string) =>
  call(api.PUT('/organizations/{id}', { params: { path: { id } }, body: { organization: { name } } }));

/** Creates a department in an organization and reloads the session. */
export async function createDepartment(id: number, name: string): Promise<void> {
  await call(
    api.POST('/organizations/{id}/departments', { params: { path: { id } }, body: { department: { name } } }),
  );
  enter(await call(api.POST('/issuer_login/whoami')));
}

/** Moves a department of another organization that the user administers to this one. */
export const addDepartment = (id: number, department_id: number) =>
  call(
    api.POST('/organizations/{id}/departments/{department_id}', { params: { path: { id, department_id } } }),
  );

/** Makes a department read-only, or lets it work again, and reloads the session. */
export async function archiveDepartment(id: number, department_id: number, archive: boolean): Promise<void> {
  const params = { path: { id, department_id } };
  await call(
    archive
      ? api.POST('/organizations/{id}/departments/{department_id}/archive', { params })
      : api.POST('/organizations/{id}/departments/{department_id}/restore', { params }),
  );
  enter(await call(api.POST('/issuer_login/whoami')));
}

/** Begins to move all groups of a department to another one, which archives it in the end. */
export const mergeDepartment = (id: number, department_id: number, into_id: number) =>
  call(
    api.POST('/organizations/{id}/departments/{department_id}/merge', {
      params: { path: { id, department_id } },
      body: { into_id },
    }),
  );

export const addAdministrator = (id: number, administrator: { name: string; email: string }) =>
  call(api.POST('/organizations/{id}/administrators', { params: { path: { id } }, body: { administrator } }));

/** Removes an administrator, or cancels an invitation. */
export const removeAdministrator = (id: number, person_id: number) =>
  call(api.DELETE('/organizations/{id}/administrators/{person_id}', { params: { path: { id, person_id } } }));
