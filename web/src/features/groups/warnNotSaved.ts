import type { TFunction } from 'i18next';
import { ApiError } from '../../api/errors';
import { dialog } from '../../ui/dialog/dialog';

/** Refusals that the whole page announces by itself. */
const ANNOUNCED = [401, 403, 429];

/** Says that a group was not saved, and why; what belongs to a field stands there as well. */
export function warnNotSaved(t: TFunction, error: unknown): void {
  if (error instanceof ApiError && ANNOUNCED.includes(error.status)) return;
  const body = error instanceof ApiError ? error.lines.join('\n') : t('problem.generic');
  void dialog.warning({ title: t('groups.notSaved'), body });
}
