import { holdsDates, mayRepeat } from './targets';
import type { DateOrder, Import, ImportColumn, ImportMapping, ImportSettings, Key } from './types';

/** The mapping as edited by the user, before it is saved. */
export interface Draft {
  /** Keyed by column index. A column with an empty target is skipped. */
  columns: Readonly<Record<number, { target: string; dateOrder: DateOrder }>>;
  constants: readonly { target: string; value: string }[];
  settings: ImportSettings;
}

const KEY_TARGETS: Record<Key, string> = {
  id: 'credential.id',
  uuid: 'credential.uuid',
  license_id: 'credential.license_id',
  recipient_id: 'recipient.id',
  email: 'recipient.email',
};

const USUAL: ImportSettings = {
  mode: 'create',
  key: 'id',
  group_id: null,
  create_groups: false,
  recipient_data: 'leave',
};

export const draftOf = ({ columns, mapping, settings }: Import): Draft => {
  const mapped = new Map((mapping.columns ?? []).map((column) => [column.index, column]));
  return {
    columns: Object.fromEntries(
      columns.map(({ index }) => {
        const { target = '', date_order: dateOrder = '' } = mapped.get(index) ?? {};
        return [index, { target, dateOrder }];
      }),
    ),
    constants: mapping.constants ?? [],
    settings: { ...USUAL, ...settings },
  };
};

/** Converts the draft to API input, without skipped columns. */
export const mappingOf = ({ columns, constants }: Draft): ImportMapping => ({
  columns: Object.entries(columns)
    .filter(([, { target }]) => target !== '')
    .map(([index, { target, dateOrder }]) => ({ index: Number(index), target, date_order: dateOrder })),
  constants: constants.map(({ target, value }) => ({ target, value: value.trim() })),
});

export const withTarget = (draft: Draft, index: number, target: string): Draft => ({
  ...draft,
  columns: { ...draft.columns, [index]: { target, dateOrder: '' } },
});

export const withDateOrder = (draft: Draft, index: number, dateOrder: DateOrder): Draft => ({
  ...draft,
  columns: { ...draft.columns, [index]: { target: draft.columns[index]?.target ?? '', dateOrder } },
});

/** Returns all targets in use, those of columns first. */
export const targetsOf = ({ columns, constants }: Draft): string[] => [
  ...Object.values(columns).flatMap(({ target }) => (target === '' ? [] : [target])),
  ...constants.map(({ target }) => target),
];

/** Returns the targets in use that can only be used once. */
export function takenTargets(draft: Draft): ReadonlySet<string> {
  return new Set(targetsOf(draft).filter((target) => !mayRepeat(target)));
}

export type Lack = 'name' | 'email' | 'group' | 'key' | 'dateOrder' | 'constant';

/** Returns what is missing before the rows can be checked, in display order. */
export function lacks(
  draft: Draft,
  columns: readonly ImportColumn[],
  dateAttributes: ReadonlySet<string>,
): Lack[] {
  const targets = new Set(targetsOf(draft));
  const { mode, key, group_id } = draft.settings;
  const named = ['recipient.name', 'recipient.first_name', 'recipient.last_name'].some((one) =>
    targets.has(one),
  );
  const creates = mode === 'create' || mode === 'upsert';
  const found: [Lack, boolean][] = [
    ['name', creates && !named],
    ['email', creates && !targets.has('recipient.email')],
    ['dateOrder', columns.some((column) => asksForOrder(draft, column, dateAttributes))],
    ['constant', draft.constants.some(({ target, value }) => target === '' || value.trim() === '')],
    ['key', mode !== 'create' && !targets.has(KEY_TARGETS[key])],
    ['group', creates && group_id === null && !targets.has('group.name')],
  ];
  return found.filter(([, is]) => is).map(([lack]) => lack);
}

/** Whether the dates of a column are ambiguous and their order has not been chosen. */
export const asksForOrder = (
  draft: Draft,
  column: ImportColumn,
  dateAttributes: ReadonlySet<string>,
): boolean => orderMatters(draft, column, dateAttributes) && draft.columns[column.index]?.dateOrder === '';

export const orderMatters = (
  { columns }: Draft,
  { index, dates }: ImportColumn,
  dateAttributes: ReadonlySet<string>,
): boolean => dates === 'ambiguous' && holdsDates(columns[index]?.target ?? '', dateAttributes);

const PARTS = /^\s*(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/;

/** Returns the day-first and month-first readings of a date such as 03/04/2026, or null if the text does not allow both. */
export function bothDays(text: string): Record<'dmy' | 'mdy', string> | null {
  const parts = PARTS.exec(text);
  if (!parts) return null;
  const [first, second, year] = parts.slice(1).map(Number) as [number, number, number];
  const full = year < 100 ? 2000 + year : year;
  const day = (d: number, m: number) => `${full}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
  if (first < 1 || second < 1 || first > 12 || second > 12) return null;
  return { dmy: day(first, second), mdy: day(second, first) };
}
