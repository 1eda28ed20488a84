import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import type { ChoiceFilter, Filter, Option } from '../../../ui/list/filters';
import { partsOf } from '../../../ui/list/filters';
import { type ListState, useListState } from '../../../ui/list/useListState';
import type { OwnQuery, WalletFacets } from './api';

const FILTERS = [
  'state',
  'issuer_id',
  'year',
  'kind',
  'skill',
  'start_date',
  'end_date',
  'expires_from',
  'expires_to',
] as const;

export const SORTS = ['-issued_on', 'issued_on', 'name', 'issuer', 'expired_on'] as const;
type Sort = (typeof SORTS)[number];

/** Server states with the keys of their labels. */
const STATES = [
  ['published', 'valid'],
  ['in_progress', 'in_progress'],
  ['expired', 'expired'],
  ['suspended', 'suspended'],
  ['revoked', 'revoked'],
] as const;

export function useWalletList(): ListState {
  return useListState({ sort: SORTS[0], filters: FILTERS });
}

/** The query for the list parameters in the URL. An unknown order is omitted, so the server uses its default. */
export function queryOf({ query, sort, filters }: ListState): OwnQuery {
  return { ...(query && { search: query }), ...(isSort(sort) && { sort }), ...filters };
}

export const isSort = (sort: string): sort is Sort => (SORTS as readonly string[]).includes(sort);

/** The filters of the list with the number of credentials for each value. A filter with only one value is not offered. */
export function useWalletFilters(
  facets: WalletFacets | null | undefined,
  on: ListState['filters'],
): Filter[] {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (value: string, label: string, count: number): Option => ({
    value,
    label,
    note: format.number(count),
  });
  const choice = (name: string, label: string, options: Option[], several = false): ChoiceFilter => ({
    kind: 'choice',
    name,
    label,
    options,
    several,
  });
  const states = STATES.flatMap(([value, word]) => {
    const count = facets?.states.find(({ state }) => state === value)?.count ?? 0;
    const chosen = partsOf(on.state).includes(value);
    return count > 0 || chosen ? [counted(value, t(`recipient.wallet.state.${word}`), count)] : [];
  });
  const issuers = (facets?.issuers ?? []).map(({ id, name, count }) => counted(String(id), name, count));
  const years = (facets?.years ?? []).map(({ year, count }) => counted(String(year), String(year), count));
  const skills = (facets?.skills ?? []).map(({ name, count }) => counted(name, name, count));
  const offered = (filter: ChoiceFilter, least: number) =>
    filter.options.length >= least || on[filter.name] ? [filter] : [];
  return [
    ...offered(choice('state', t('recipient.wallet.filter.state'), states, true), 2),
    ...offered(choice('issuer_id', t('recipient.wallet.filter.issuer'), issuers, true), 2),
    ...offered(choice('year', t('wallet.filter.year'), years, true), 2),
    ...offered(choice('skill', t('recipient.wallet.filter.skill'), skills), 1),
    choice('kind', t('recipient.wallet.filter.kind'), [
      { value: 'certificate', label: t('recipient.wallet.filter.certificate') },
      { value: 'badge', label: t('recipient.wallet.filter.badge') },
    ]),
    {
      kind: 'range',
      type: 'date',
      name: 'issued',
      label: t('recipient.wallet.filter.issued'),
      from: 'start_date',
      to: 'end_date',
    },
    {
      kind: 'range',
      type: 'date',
      name: 'expires',
      label: t('recipient.wallet.filter.expires'),
      from: 'expires_from',
      to: 'expires_to',
    },
  ];
}
