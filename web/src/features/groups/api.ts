import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { designSearchQuery } from '../../api/queries/designs';
import { GROUPS, SKILL_CATEGORIES } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Group = components['schemas']['Group'];
export type GroupDefaults = components['schemas']['GroupDefaults'];
export type Alignment = components['schemas']['Alignment'];
export type GroupInput = components['schemas']['GroupInput'];
export type Prerequisite = Group['prerequisites'][number];
export type DesignSummary = components['schemas']['DesignSummary'];

/** The number of people who hold credentials of all these groups and none of the group itself. */
export const stackCheckQuery = (group_id: number, ids: number[]) =>
  queryOptions({
    queryKey: [...GROUPS, 'stack', group_id, ids],
    queryFn: async ({ signal }) => {
      const body = { group_id, prerequisites: ids.map((id) => ({ id })) };
      return (await call(api.POST('/issuer/groups/stack_check', { body, signal }))).recipient_count;
    },
    retry: false,
  });

/** Which texts issued credentials of the group show. Polls while an update is running. */
export const wordingQuery = (id: number) =>
  queryOptions({
    queryKey: [...GROUPS, 'wording', id],
    queryFn: ({ signal }) =>
      call(api.GET('/issuer/groups/{id}/rewordings', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.rewording?.finished_at === null ? POLL_MS : false),
  });

const POLL_MS = 1000;

export async function rewordGroup(id: number): Promise<void> {
  await call(api.POST('/issuer/groups/{id}/rewordings', { params: { path: { id } } }));
}

export const defaultsQuery = queryOptions({
  queryKey: [...GROUPS, 'defaults'],
  queryFn: async ({ signal }) => (await call(api.GET('/issuer/group_defaults', { signal }))).group_defaults,
});

export async function updateDefaults(group_defaults: GroupInput): Promise<GroupDefaults> {
  return (await call(api.PUT('/issuer/group_defaults', { body: { group_defaults } }))).group_defaults;
}

export const skillsQuery = (query: string) =>
  queryOptions({
    queryKey: [...GROUPS, 'skills', query],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/issuer/skills', { params: { query: { query } }, signal }))).skills,
    placeholderData: keepPreviousData,
  });

export const skillCategoriesQuery = (language: string) =>
  queryOptions({
    queryKey: [...SKILL_CATEGORIES, language],
    queryFn: async ({ signal }) => (await call(api.GET('/skill_categories', { signal }))).skill_categories,
    staleTime: Number.POSITIVE_INFINITY,
  });

const DESIGN_CHOICES = 1000;

/** The department's designs of one kind. */
export const designChoicesQuery = (kind: 'certificate' | 'badge') =>
  queryOptions({
    ...designSearchQuery({ kind, page_size: DESIGN_CHOICES, sort: 'name' }),
    select: ({ designs }) => designs,
  });

export async function createGroup(group: GroupInput, idempotencyKey: string): Promise<Group> {
  const header = { 'Idempotency-Key': idempotencyKey };
  return (await call(api.POST('/issuer/groups', { params: { header }, body: { group } }))).group;
}

export async function updateGroup(id: number, group: GroupInput): Promise<Group> {
  return (await call(api.PUT('/issuer/groups/{id}', { params: { path: { id } }, body: { group } }))).group;
}

/** Copies a group, optionally into another department. */
export async function cloneGroup(id: number, department?: number): Promise<Group> {
  const body = department === undefined ? {} : { department_id: department };
  return (await call(api.POST('/issuer/groups/{id}/clone', { params: { path: { id } }, body }))).group;
}

export async function deleteGroup(id: number): Promise<void> {
  await call(api.DELETE('/issuer/groups/{id}', { params: { path: { id } } }));
}

/** Sends an example of the group's credentials to the user's own email address. */
export async function sendExample(id: number): Promise<void> {
  const params = { path: { id }, header: { 'Idempotency-Key': crypto.randomUUID() } };
  await call(api.POST('/issuer/groups/{id}/send_example', { params }));
}

/** For each type of email, which template the group uses and which it may use. */
export const groupTemplatesQuery = (id: number) =>
  queryOptions({
    queryKey: [...GROUPS, 'email-templates', id],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/issuer/groups/{id}/email_templates', { params: { path: { id } }, signal })))
        .email_templates,
  });

/** Has the group use a template for a type of email; 0 is the default of the department. */
export const chooseTemplate = async (id: number, type: string, template: number) =>
  (
    await call(
      api.PUT('/issuer/groups/{id}/email_templates', {
        params: { path: { id } },
        body: { email_templates: { [type]: template } },
      }),
    )
  ).email_templates;

export type GroupMove = components['schemas']['GroupMove'];

/** What moving a group to another department does. */
export const groupMoveQuery = (id: number, department_id: number) =>
  queryOptions({
    queryKey: [...GROUPS, 'move', id, department_id],
    queryFn: async ({ signal }) =>
      (
        await call(
          api.GET('/groups/{id}/move', { params: { path: { id }, query: { department_id } }, signal }),
        )
      ).move,
    retry: false,
    staleTime: 0,
  });

/** Begins to move a group with its credentials to another department. */
export const moveGroup = (id: number, department_id: number) =>
  call(api.POST('/groups/{id}/move', { params: { path: { id } }, body: { department_id } }));
