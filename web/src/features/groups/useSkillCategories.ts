import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../i18n/useLanguage';
import { skillCategoriesQuery } from './api';

/** Options for the skill category. */
export function useSkillCategories(): { value: string; label: string }[] {
  const { data } = useQuery(skillCategoriesQuery(useLanguage()));
  return (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
