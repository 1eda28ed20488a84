import { RECIPIENT_FIELDS } from '../../api/recipientTexts';

/** The targets of columns, in menu order. Custom attributes follow them. */
export const TARGETS = {
  recipient: [
    'recipient.name',
    'recipient.first_name',
    'recipient.last_name',
    ...RECIPIENT_FIELDS.filter((field) => field !== 'recipient.name'),
  ],
  group: ['group.name'],
  credential: [
    'credential.issued_on',
    'credential.expired_on',
    'credential.grade',
    'credential.license_id',
    'credential.name',
    'credential.description',
    'credential.private',
    'credential.id',
    'credential.uuid',
  ],
} as const;

export type BuiltInTarget = (typeof TARGETS)[keyof typeof TARGETS][number];

/** The maximum number of evidence items per row. */
export const EVIDENCES = 9;

export const evidenceTarget = (number: number, part: 'description' | 'url') => `evidence.${number}.${part}`;
export const customTarget = (key: string) => `custom.${key}`;

const EVIDENCE = /^evidence\.(\d)\.(description|url)$/;
const CUSTOM = 'custom.';

/** Parses a target. */
export function readTarget(target: string) {
  const evidence = EVIDENCE.exec(target);
  if (evidence) {
    return {
      kind: 'evidence' as const,
      number: Number(evidence[1]),
      part: evidence[2] as 'description' | 'url',
    };
  }
  if (target.startsWith(CUSTOM)) return { kind: 'custom' as const, key: target.slice(CUSTOM.length) };
  return { kind: 'builtIn' as const, target: target as BuiltInTarget };
}

const DATES = new Set(['credential.issued_on', 'credential.expired_on']);

/** Whether a target contains dates. `dateAttributes` are the keys of date attributes. */
export function holdsDates(target: string, dateAttributes: ReadonlySet<string>): boolean {
  const read = readTarget(target);
  return read.kind === 'custom' ? dateAttributes.has(read.key) : DATES.has(target);
}

/** Whether several columns can use a target. This applies to the parts of a name, and to skipped columns. */
export const mayRepeat = (target: string) => target === '' || target === 'recipient.name';
