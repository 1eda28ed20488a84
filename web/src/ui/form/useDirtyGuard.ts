import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBlocker } from 'react-router';
import { dialog } from '../dialog/dialog';

/**
 * Asks for confirmation before the user leaves a page with unsaved changes, by a link or by closing the tab. Pass `dirty` as a
 * function if the value can change between two renders: it is called when the user leaves. `keeps` reports whether a location
 * keeps the changes on the page.
 */
export function useDirtyGuard(
  dirty: boolean | (() => boolean),
  keeps: (next: Location) => boolean = () => false,
): void {
  const { t } = useTranslation();
  const isDirty = () => (typeof dirty === 'function' ? dirty() : dirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() && currentLocation.pathname !== nextLocation.pathname && !keeps(nextLocation),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void dialog
      .confirm({
        title: t('ui.form.leaveTitle'),
        body: t('ui.form.leaveBody'),
        confirmLabel: t('ui.form.leave'),
        cancelLabel: t('ui.form.stay'),
        danger: true,
      })
      .then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, t]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (typeof dirty !== 'function' || dirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}
