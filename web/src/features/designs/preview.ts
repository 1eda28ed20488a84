import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { ApiError } from '../../api/errors';
import { groupSearchQuery } from '../../api/queries/groups';
import type { PreviewGroup, ProofOrder, RecipientStep, RecipientStretch, Values } from '../../editor';

const FORMS = {
  picture: { format: 'png', width: 1920 },
  pdf: { format: 'pdf', mode: 'screen' },
  print: { format: 'pdf', mode: 'print' },
} as const;

/** Renders a design on the server, including unsaved changes. Rejects with a message for display. */
export async function readProof(
  id: number,
  { sheet, recipient, values, form }: ProofOrder,
  signal: AbortSignal,
): Promise<Blob> {
  const who =
    recipient === null ? { values: values && withoutPictures(values) } : { credential_id: String(recipient) };
  const body = { ...FORMS[form], ...who, design: { ...sheet.design, name: sheet.name } };
  try {
    return await call(
      api.POST('/designs/{id}/preview', { params: { path: { id } }, body, parseAs: 'blob', signal }),
      { quiet: [429] },
    );
  } catch (error) {
    throw error instanceof ApiError ? new Error(error.lines.join('\n'), { cause: error }) : error;
  }
}

/** Images come from the recipients themselves: the server accepts none as sample values. */
function withoutPictures(values: Values) {
  const entries = Object.entries(values).filter(([, { kind }]) => kind !== 'image');
  return Object.fromEntries(entries);
}

const GROUPS_FOUND = 30;

/** Groups that match the search, those that use the design first. */
export async function findGroups(id: number, query: string, signal: AbortSignal): Promise<PreviewGroup[]> {
  const search = async (design_id?: number) =>
    (
      await call(
        api.POST('/issuer/groups/search', {
          body: { query, page_size: GROUPS_FOUND, ...(design_id !== undefined && { design_id }) },
          signal,
        }),
      )
    ).groups;
  const [using, all] = await Promise.all([search(id), search()]);
  const first = new Set(using.map((group) => group.id));
  return [...using, ...all.filter((group) => !first.has(group.id))].map((group) => ({
    id: group.id,
    name: group.name,
    count: group.draft_count + group.published_count,
    uses: first.has(group.id),
  }));
}

export async function readRecipients(
  group: number,
  { after, before, limit }: RecipientStep,
  signal: AbortSignal,
): Promise<RecipientStretch> {
  const query = { limit, ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
  const found = await call(
    api.GET('/issuer/groups/{id}/recipients', { params: { path: { id: group }, query }, signal }),
  );
  return {
    recipients: found.recipients.map(({ credential_id, name, values }) => ({
      id: credential_id,
      name,
      values,
    })),
    earlier: found.earlier,
    total: found.total_count,
    longest: found.longest_id,
    shortest: found.shortest_id,
  };
}

const GROUPS_SHOWN = 5;

/** The groups that use a design, the most recently changed first, and their total number. */
export const designGroupsQuery = (id: number) =>
  queryOptions({
    ...groupSearchQuery({ design_id: id, page_size: GROUPS_SHOWN, sort: '-updated_at' }),
    select: ({ groups, meta }) => ({
      total: meta.total_count,
      groups: groups.map(({ id, name, published_count }) => ({ id, name, issued: published_count })),
    }),
  });
