import i18next from 'i18next';
import { isolate } from '../lib/bidi';
import { useSession } from './session';

/**
 * Explains which permission is missing and who to ask, in the words of the permission. The code of a refusal for lack of a permission is
 * the permission; other codes give undefined.
 */
export function missingPermission(code: string | undefined): string | undefined {
  const key = `permissions.${code}`;
  if (!code || !i18next.exists(key)) return undefined;
  const department = useSession.getState().session?.department?.name;
  if (!department) return undefined;
  return i18next.t('problem.missingPermission', {
    action: i18next.t(key as 'permissions.view_department'),
    department: isolate(department),
  });
}
