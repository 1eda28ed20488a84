import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { PEOPLE } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Person = components['schemas']['Person'];
export type WholePerson = components['schemas']['WholePerson'];
export type Credential = components['schemas']['Credential'];
export type PersonEvent = components['schemas']['PersonEvent'];
export type EmailProblem = Exclude<Person['email_problem'], ''>;

export interface PeopleQuery {
  page: number;
  page_size: number;
  query?: string;
  email?: string;
  sort?: string;
  email_problem?: string;
}

/** One page of the people that the department has credentials for. */
export const peopleQuery = (query: PeopleQuery) =>
  queryOptions({
    queryKey: [...PEOPLE, 'list', query],
    queryFn: ({ signal }) => call(api.GET('/recipients', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** A person by any ID of one of their credentials. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...PEOPLE, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/recipients/{id}', { params: { path: { id } }, signal }))).recipient,
  });

/** One page of a person's credentials. */
export const personCredentialsQuery = (email: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...PEOPLE, 'credentials', email, page, pageSize],
    queryFn: ({ signal }) =>
      call(api.POST('/credentials/search', { body: { email, page, page_size: pageSize }, signal })),
    placeholderData: keepPreviousData,
  });

/** What happened to a person, newest first. The kinds are separated by commas; an empty text is all. */
export const personEventsQuery = (id: string, kind: string) =>
  infiniteQueryOptions({
    queryKey: [...PEOPLE, 'events', id, kind],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        api.GET('/recipients/{id}/events', {
          params: {
            path: { id },
            query: { page_size: 25, ...(kind && { kind }), ...(cursor && { cursor }) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor || undefined,
    placeholderData: keepPreviousData,
  });

/** Corrects the name and address on all credentials of a person. */
export async function changePerson(
  id: string,
  recipient: { name?: string; email: string; merge?: boolean },
): Promise<WholePerson> {
  const params = { path: { id } };
  return (await call(api.PUT('/recipients/{id}', { params, body: { recipient } }), { quiet: [409] }))
    .recipient;
}

/** Cancels a new address of a person that waits for confirmation. */
export const cancelPendingEmail = (id: string) =>
  call(api.DELETE('/recipients/{id}/pending_email', { params: { path: { id } } }));

/** Starts preparing everything about a person in the background. */
export async function exportPerson(id: string): Promise<string> {
  return (await call(api.POST('/recipients/{id}/export', { params: { path: { id } } }))).export.uuid;
}

/** Deletes everything about a person. The address confirms it. */
export async function erasePerson(id: string, email: string): Promise<void> {
  await call(api.POST('/recipients/{id}/erase', { params: { path: { id } }, body: { email } }));
}
