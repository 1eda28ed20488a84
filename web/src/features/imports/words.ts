import { useTranslation } from 'react-i18next';
import { isRecipientField } from '../../api/recipientTexts';
import type { StateTone } from '../../ui/StateDot';
import type { AttributeKey } from './api';
import { readTarget } from './targets';
import type { Import } from './types';

const TONES: Record<Import['state'], StateTone> = {
  uploaded: 'waiting',
  parsed: 'waiting',
  mapped: 'waiting',
  validated: 'waiting',
  importing: 'waiting',
  completed: 'good',
  completed_with_errors: 'waiting',
  failed: 'bad',
  cancelled: 'quiet',
  stopped: 'waiting',
};

export const toneOf = (state: Import['state']): StateTone => TONES[state];

/** Returns the labels of targets: translated for built-in ones, and the department's names for custom attributes. */
export function useTargetName(attributes: readonly AttributeKey[]) {
  const { t } = useTranslation();
  return (target: string): string => {
    const read = readTarget(target);
    if (read.kind === 'custom') return attributes.find(({ key }) => key === read.key)?.name ?? read.key;
    if (read.kind === 'evidence') return t(`imports.target.evidence.${read.part}`, { number: read.number });
    if (isRecipientField(read.target)) return t(`credentials.history.field.${read.target}`);
    return t(`imports.target.${read.target}`);
  };
}

const PROBLEMS = [
  'required',
  'invalid_email',
  'invalid_phone',
  'invalid_date',
  'ambiguous_date',
  'grade_percentage',
  'invalid_number',
  'expires_before_issue',
  'too_long',
  'unknown_group',
  'group_required',
  'group_without_design',
  'group_archived',
  'unknown_key',
  'key_required',
  'key_matches_several',
  'duplicate_in_group',
  'duplicate_in_file',
  'license_taken',
  'picture',
  'invalid_boolean',
  'invalid_url',
  'email_case',
  'name_capitals',
  'domain_typo',
  'expired_already',
  'grade_too_low',
  'attributes_unfilled',
  'attribute_without_design',
] as const;

/** Returns the labels of problem kinds, for filtering rows. */
export function useProblemName() {
  const { t } = useTranslation();
  return (code: string): string => t(`imports.problem.${PROBLEMS.find((one) => one === code) ?? 'invalid'}`);
}
