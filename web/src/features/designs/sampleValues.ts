import { useSession } from '../../api/session';
import { useSampleValues as useValues, type Values } from '../../editor';

/** Realistic sample values with the department's own name. */
export function useSampleValues(): Values {
  return useValues(useSession((state) => state.session?.department?.name) ?? '');
}
