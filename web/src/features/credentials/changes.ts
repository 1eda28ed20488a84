import { RECIPIENT_FIELDS } from '../../api/recipientTexts';
import type { CredentialEvent } from './api';

/** The fields whose changes the history names. Those of custom attributes start with `custom.`. */
export const FIELDS = [
  ...RECIPIENT_FIELDS,
  'name',
  'description',
  'issued_on',
  'expired_on',
  'grade',
  'private',
  'complete',
  'license_id',
  'group_id',
  'group.name',
  'group.course_name',
  'group.course_description',
  'group.course_link',
  'group.language',
  'group.achievement_type',
  'group.learning_outcomes',
  'group.criteria',
  'group.criteria_url',
  'group.alignments',
] as const;

/** A field with its values before and after a change. */
export interface Change {
  field: string;
  before: string;
  after: string;
}

/** Joins several values according to the language. */
type List = (values: readonly string[]) => string;

/** Returns the changes of an event by field. */
export function changesOf({ details }: CredentialEvent, list: List): Change[] {
  const text = (value: unknown) => textOf(value, list);
  const found: Change[] = [];
  for (const field of FIELDS) {
    const pair = pairOf(details[field]);
    if (pair) found.push({ field, before: text(pair.before), after: text(pair.after) });
  }
  const custom = pairOf(details.custom_attributes);
  if (custom) found.push(...attributes(record(custom.before), record(custom.after), text));
  return found;
}

function attributes(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  text: (value: unknown) => string,
): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys
    .map((key) => ({ field: `custom.${key}`, before: text(before[key]), after: text(after[key]) }))
    .filter((change) => change.before !== change.after);
}

function pairOf(value: unknown): { before: unknown; after: unknown } | null {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value ? value : null;
}

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function textOf(value: unknown, list: List): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return list(value.map((one) => textOf(record(one).name ?? one, list)));
  return String(value);
}
