import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../i18n/useLanguage';
import { skillCategoriesQuery } from './api';

/** The fields that skills belong to, to choose from. */
export function useSkillCategories(): { value: string; label: string }[] {
  const { data } = useQuery(skillCategoriesQuery(useLanguage()));
  return (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
