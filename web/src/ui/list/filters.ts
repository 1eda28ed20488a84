/** A value to choose, and its word. */
export interface Option {
  value: string;
  label: string;
}

interface Named {
  /** Names the filter among the others of its list. */
  name: string;
  label: string;
}

/** One of a list of values, or several of them, joined by commas. */
export interface ChoiceFilter extends Named {
  kind: 'choice';
  options: readonly Option[];
  several?: boolean;
  /** Asks for options that have a text in them, where there are too many to list. */
  onSearch?: (text: string) => void;
}

/** From one value to another; each end may be open. */
export interface RangeFilter extends Named {
  kind: 'range';
  type: 'date' | 'number';
  /** The parameters of the two ends. */
  from: string;
  to: string;
}

/** A value of a thing that is chosen first. */
export interface PairFilter extends Named {
  kind: 'pair';
  /** The parameters of the thing and its value. */
  key: string;
  value: string;
  keyLabel: string;
  valueLabel: string;
  keys: readonly Option[];
}

/** Something that a list can be narrowed by. */
export type Filter = ChoiceFilter | RangeFilter | PairFilter;

export type Values = Record<string, string>;

/** The parameters of a filter in the address and in the call. */
export function paramsOf(filter: Filter): string[] {
  if (filter.kind === 'range') return [filter.from, filter.to];
  if (filter.kind === 'pair') return [filter.key, filter.value];
  return [filter.name];
}

export const isOn = (filter: Filter, values: Values) => paramsOf(filter).some((name) => values[name]);

/** What takes a filter away. */
export const nothingOf = (filter: Filter): Values =>
  Object.fromEntries(paramsOf(filter).map((name) => [name, '']));

/** The values of a choice of several. */
export const partsOf = (value: string | undefined) => (value ? value.split(',') : []);

/** A choice of several with a value put in, or taken out if it was in; in the order of the options. */
export function toggled(filter: ChoiceFilter, current: string | undefined, value: string): string {
  const parts = new Set(partsOf(current));
  if (!parts.delete(value)) parts.add(value);
  return filter.options
    .map((option) => option.value)
    .filter((one) => parts.has(one))
    .join(',');
}
