import type { TFunction } from 'i18next';
import { ApiError } from '../../api/errors';
import { dialog } from '../../ui/dialog/dialog';

/** Statuses for which the application shows a notification globally. */
const ANNOUNCED = [401, 403, 429];

/** Shows that a group was not saved, and why. Validation errors also appear on their fields. */
export function warnNotSaved(t: TFunction, error: unknown): void {
  if (error instanceof ApiError && ANNOUNCED.includes(error.status)) return;
  const body = error instanceof ApiError ? error.lines.join('\n') : t('problem.generic');
  void dialog.warning({ title: t('groups.notSaved'), body });
}
