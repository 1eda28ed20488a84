import { useTranslation } from 'react-i18next';

/** The words of Open Badges 3.0 that issuers choose from; others come by the API. */
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

/** What was achieved, to choose from; a type that only programs set stays choosable as it is. */
export function useAchievementTypes(current: string): { value: string; label: string }[] {
  const { t } = useTranslation();
  const known = ACHIEVEMENT_TYPES.map((value) => ({
    value: value as string,
    label: t(`groups.achievement.${value}`),
  }));
  if (known.some(({ value }) => value === current)) return known;
  return [{ value: current, label: current.replace(/^ext:/, '') }, ...known];
}
