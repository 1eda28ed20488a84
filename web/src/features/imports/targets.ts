/** What a column can become, in the order of the menu. Attributes of the department come after them. */
export const TARGETS = {
  recipient: [
    'recipient.name',
    'recipient.first_name',
    'recipient.last_name',
    'recipient.email',
    'recipient.id',
    'recipient.phone_number',
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

/** How many pieces of evidence one row can bring. */
export const EVIDENCES = 9;

export const evidenceTarget = (number: number, part: 'description' | 'url') => `evidence.${number}.${part}`;
export const customTarget = (key: string) => `custom.${key}`;

const EVIDENCE = /^evidence\.(\d)\.(description|url)$/;
const CUSTOM = 'custom.';

/** A target in its parts, for whoever names it. */
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

/** True where the values are days; attributes that hold days are given by their keys. */
export function holdsDates(target: string, dateAttributes: ReadonlySet<string>): boolean {
  const read = readTarget(target);
  return read.kind === 'custom' ? dateAttributes.has(read.key) : DATES.has(target);
}

/** Several columns may be parts of a name; everything else comes from one place. */
export const mayRepeat = (target: string) => target === '' || target === 'recipient.name';
