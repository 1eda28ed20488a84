import { TEST_PARAM } from '../../api/testMode';
import type { ListState } from '../../ui/list/useListState';
import type { CredentialQuery } from './api';

const TEXTS = [
  'state',
  'email_status',
  'start_date',
  'end_date',
  'expires_from',
  'expires_to',
  'created_from',
  'created_to',
  'start_updated_date',
  'end_updated_date',
  'tag',
  'collection_id',
  'attribute',
  'attribute_value',
  'evidence',
  'engagement',
] as const;
const SWITCHES = ['private', 'name_change_open'] as const;
const NUMBERS = ['group_id', 'import_id', 'grade_from', 'grade_to'] as const;

/** What a list of credentials can be narrowed by, as it stands in the address and in the call. */
export const SEARCH_PARAMS = [...TEXTS, ...SWITCHES, ...NUMBERS, TEST_PARAM] as const;
/** In a group the group goes without saying. */
export const GROUP_SEARCH_PARAMS = SEARCH_PARAMS.filter((name) => name !== 'group_id');

type Position = Pick<ListState, 'page' | 'pageSize' | 'sort' | 'query' | 'cursor' | 'filters'>;

/** What matches: the part of a search that does not say which page of it is wanted. */
export function matchingOf({ query, filters }: Position, groupId?: number): CredentialQuery {
  const matching: CredentialQuery = query === '' ? {} : { query };
  for (const name of TEXTS) if (filters[name]) matching[name] = filters[name];
  for (const name of SWITCHES) if (filters[name]) matching[name] = filters[name] === 'true';
  for (const name of NUMBERS) {
    const number = Number(filters[name]);
    if (filters[name] && !Number.isNaN(number)) matching[name] = number;
  }
  return groupId === undefined ? matching : { ...matching, group_id: groupId };
}

/** The list's place in the address as the server's search wants it. */
export function searchOf(list: Position, groupId?: number): CredentialQuery {
  return {
    ...matchingOf(list, groupId),
    sort: list.sort,
    page_size: list.pageSize,
    ...(list.cursor === '' ? { page: list.page } : { cursor: list.cursor }),
  };
}
