import { useSession } from '../../api/session';
import { useSampleValues as useValues, type Values } from '../../editor';

/** Values that make a design look as it will when issued, with the department's own name. */
export function useSampleValues(): Values {
  return useValues(useSession((state) => state.session?.department?.name) ?? '');
}
