/** An option of a filter and its label. */
export interface Option {
  value: string;
  label: string;
  /** A remark beside the label, such as the number of matches. */
  note?: string;
}

interface Named {
  /** The filter's name, unique within its list. */
  name: string;
  label: string;
}

/** A choice of one value or, with `several`, of multiple values joined by commas. */
export interface ChoiceFilter extends Named {
  kind: 'choice';
  options: readonly Option[];
  several?: boolean;
  /** Called to search for options if there are too many to list. */
  onSearch?: (text: string) => void;
}

/** A range of values. Either end may be open. */
export interface RangeFilter extends Named {
  kind: 'range';
  type: 'date' | 'number';
  /** The query parameters of the two ends. */
  from: string;
  to: string;
}

/** A value of an attribute, which is chosen first. */
export interface PairFilter extends Named {
  kind: 'pair';
  /** The query parameters of the attribute and its value. */
  key: string;
  value: string;
  keyLabel: string;
  valueLabel: string;
  keys: readonly Option[];
}

/** A filter of a list. */
export type Filter = ChoiceFilter | RangeFilter | PairFilter;

export type Values = Record<string, string>;

/** Returns the query parameters of a filter, in the page's URL and in the API call. */
export function paramsOf(filter: Filter): string[] {
  if (filter.kind === 'range') return [filter.from, filter.to];
  if (filter.kind === 'pair') return [filter.key, filter.value];
  return [filter.name];
}

export const isOn = (filter: Filter, values: Values) => paramsOf(filter).some((name) => values[name]);

/** Returns the values that remove a filter. */
export const nothingOf = (filter: Filter): Values =>
  Object.fromEntries(paramsOf(filter).map((name) => [name, '']));

/** Returns the values of a multiple choice. */
export const partsOf = (value: string | undefined) => (value ? value.split(',') : []);

/** Returns the values of a multiple choice with one value toggled, in the order of the options. */
export function toggled(filter: ChoiceFilter, current: string | undefined, value: string): string {
  const parts = new Set(partsOf(current));
  if (!parts.delete(value)) parts.add(value);
  return filter.options
    .map((option) => option.value)
    .filter((one) => parts.has(one))
    .join(',');
}
