import { useQueryClient } from '@tanstack/react-query';
import { type Profile, profileQuery } from './api';

/** Returns a function that shows a saved profile everywhere. */
export function useSaved(): (profile: Profile) => void {
  const queries = useQueryClient();
  return (profile) => queries.setQueryData(profileQuery().queryKey, profile);
}
