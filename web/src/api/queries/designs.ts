import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../client';
import { withPlainName } from '../names';
import type { components } from '../schema.v1.gen';
import { DESIGNS } from './keys';

/** A page of the department's designs that match a search. */
export const designSearchQuery = (body: components['schemas']['DesignQuery']) =>
  queryOptions({
    queryKey: [...DESIGNS, 'search', body],
    queryFn: async ({ signal }) => {
      const page = await call(api.POST('/certificate_designs/all', { body, signal }));
      return { ...page, designs: page.designs.map(withPlainName) };
    },
    placeholderData: keepPreviousData,
  });

export const designQuery = (id: number) =>
  queryOptions({ queryKey: [...DESIGNS, 'one', id], queryFn: ({ signal }) => readDesign(id, signal) });

export async function readDesign(id: number, signal?: AbortSignal): Promise<components['schemas']['Design']> {
  const { design } = await call(
    api.GET('/certificate_designs/read', { params: { query: { id } }, signal: signal ?? null }),
  );
  return withPlainName(design);
}
