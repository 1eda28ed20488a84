import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../client';
import { ATTRIBUTES } from './keys';

/** All attributes of the department, built-in and custom. */
export const attributesQuery = () =>
  queryOptions({
    queryKey: [...ATTRIBUTES, 'all'],
    queryFn: async ({ signal }) =>
      (await call(api.POST('/attribute_keys/list', { body: { mode: 'full' }, signal }))).attribute_keys,
  });

/** The attributes that the department has defined. */
export const customAttributesQuery = () =>
  queryOptions({
    ...attributesQuery(),
    select: (attributes) => attributes.filter(({ parent }) => parent === 'custom'),
  });
