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

/** The filters of a list of credentials, as named in the URL and in the API. */
export const SEARCH_PARAMS = [...TEXTS, ...SWITCHES, ...NUMBERS, TEST_PARAM] as const;
/** Without the group, which is fixed on the page of a group. */
export const GROUP_SEARCH_PARAMS = SEARCH_PARAMS.filter((name) => name !== 'group_id');

type Position = Pick<ListState, 'page' | 'pageSize' | 'sort' | 'query' | 'cursor' | 'filters'>;

/** Returns the filters of a search, without sorting and paging. */
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

/** Converts the state of a list to a search request. */
export function searchOf(list: Position, groupId?: number): CredentialQuery {
  return {
    ...matchingOf(list, groupId),
    sort: list.sort,
    page_size: list.pageSize,
    ...(list.cursor === '' ? { page: list.page } : { cursor: list.cursor }),
  };
}
