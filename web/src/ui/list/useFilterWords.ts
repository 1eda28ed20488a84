import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import {
  type ChoiceFilter,
  type Filter,
  type Option,
  partsOf,
  type RangeFilter,
  type Values,
} from './filters';

const wordOf = (options: readonly Option[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

/** Returns a function that describes an active filter in words, such as "Issued: from 1 May 2026". */
export function useFilterWords() {
  const { t } = useTranslation();
  const format = useFormat();
  // URLs can be edited by hand, so a value that is not a valid date or number is shown as it is.
  const shown = ({ type }: RangeFilter, value: string) => {
    if (type === 'number') return Number.isNaN(Number(value)) ? value : format.number(Number(value));
    return Number.isNaN(Date.parse(value)) ? value : format.date(value);
  };
  const range = (filter: RangeFilter, values: Values) => {
    const from = values[filter.from];
    const to = values[filter.to];
    if (from && to) return t('ui.filter.range', { from: shown(filter, from), to: shown(filter, to) });
    if (from) return t('ui.filter.since', { from: shown(filter, from) });
    return t('ui.filter.until', { to: shown(filter, to ?? '') });
  };
  const choice = (filter: ChoiceFilter, values: Values) =>
    format.anyOf(partsOf(values[filter.name]).map((value) => isolate(wordOf(filter.options, value))));

  return (filter: Filter, values: Values): string => {
    if (filter.kind === 'range')
      return t('ui.filter.is', { name: filter.label, value: range(filter, values) });
    if (filter.kind === 'choice')
      return t('ui.filter.is', { name: filter.label, value: choice(filter, values) });
    return t('ui.filter.is', {
      name: isolate(wordOf(filter.keys, values[filter.key] ?? '')),
      value: isolate(values[filter.value] ?? ''),
    });
  };
}
