import { useTranslation } from 'react-i18next';

/** The achievement types of Open Badges 3.0 offered for selection. Others can be set through the API. */
export const ACHIEVEMENT_TYPES = [
  'Achievement',
  'ApprenticeshipCertificate',
  'Assessment',
  'Award',
  'Badge',
  'Certificate',
  'CertificateOfCompletion',
  'Certification',
  'CommunityService',
  'Competency',
  'Course',
  'Degree',
  'Diploma',
  'Fieldwork',
  'LearningProgram',
  'License',
  'Membership',
  'MicroCredential',
] as const;

/** Options for the achievement type. A current type outside the list, set through the API, stays selectable. */
export function useAchievementTypes(current: string): { value: string; label: string }[] {
  const { t } = useTranslation();
  const known = ACHIEVEMENT_TYPES.map((value) => ({
    value: value as string,
    label: t(`groups.achievement.${value}`),
  }));
  if (known.some(({ value }) => value === current)) return known;
  return [{ value: current, label: current.replace(/^ext:/, '') }, ...known];
}
