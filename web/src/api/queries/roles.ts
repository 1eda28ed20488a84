import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../client';
import type { components } from '../schema.v1.gen';
import { PERMISSION_GROUPS, ROLES } from './keys';

export type Role = components['schemas']['Role'];
export type PermissionGroup = components['schemas']['PermissionGroup'];

/** The built-in roles and those of the department. */
export const rolesQuery = () =>
  queryOptions({ queryKey: ROLES, queryFn: ({ signal }) => call(api.GET('/roles', { signal })) });

/** The permission groups of the department, and what one can give. */
export const permissionGroupsQuery = () =>
  queryOptions({
    queryKey: PERMISSION_GROUPS,
    queryFn: ({ signal }) => call(api.GET('/permission_groups', { signal })),
  });
