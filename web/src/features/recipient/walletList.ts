import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChoiceFilter, Filter, Option } from '../../ui/list/filters';
import { type ListState, useListState } from '../../ui/list/useListState';
import { ownCredentialsQuery, ownFiltersQuery } from './api';

const PAGE_SIZE = 20;
const FILTERS = [
  'state',
  'issuer_id',
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
  return useListState({ pageSize: PAGE_SIZE, sort: SORTS[0], filters: FILTERS });
}

/** The query for the list parameters in the URL. An unknown order is omitted, so the server uses its default. */
export function walletQuery({ page, pageSize, query, sort, filters }: ListState) {
  return ownCredentialsQuery({
    page,
    page_size: pageSize,
    ...(query && { search: query }),
    ...(isSort(sort) && { sort }),
    ...filters,
  });
}

export const isSort = (sort: string): sort is Sort => (SORTS as readonly string[]).includes(sort);

/** The filters of the list. Issuer is offered only if there are several, skill only if there are any. */
export function useWalletFilters(enabled: boolean): Filter[] {
  const { t } = useTranslation();
  const { data } = useQuery({ ...ownFiltersQuery(), enabled });
  const choice = (name: string, label: string, options: Option[], several = false): ChoiceFilter => ({
    kind: 'choice',
    name,
    label,
    options,
    several,
  });
  const issuers = data?.issuers ?? [];
  const skills = data?.skills ?? [];
  return [
    choice(
      'state',
      t('recipient.wallet.filter.state'),
      STATES.map(([value, word]) => ({ value, label: t(`recipient.wallet.state.${word}`) })),
      true,
    ),
    ...(issuers.length > 1
      ? [
          choice(
            'issuer_id',
            t('recipient.wallet.filter.issuer'),
            issuers.map(({ id, name }) => ({ value: String(id), label: name })),
            true,
          ),
        ]
      : []),
    choice('kind', t('recipient.wallet.filter.kind'), [
      { value: 'certificate', label: t('recipient.wallet.filter.certificate') },
      { value: 'badge', label: t('recipient.wallet.filter.badge') },
    ]),
    ...(skills.length > 0
      ? [
          choice(
            'skill',
            t('recipient.wallet.filter.skill'),
            skills.map((value) => ({ value, label: value })),
          ),
        ]
      : []),
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
