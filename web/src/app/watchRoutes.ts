import { logRoute } from '../api/tracking';
import { dialog } from '../ui/dialog/dialog';
import type { AppRouter } from './router';

/** On every change of route, closes the dialogs of the old page and records the visit. */
export function watchRoutes(router: AppRouter): void {
  let name = '';
  let path = '';
  router.subscribe((state) => {
    if (state.navigation.state !== 'idle') return;
    const next = state.matches.at(-1)?.route.id ?? '';
    if (next !== name && name !== '') dialog.dismissAll();
    if (next !== name || state.location.pathname !== path) logRoute(next, window.location.href);
    name = next;
    path = state.location.pathname;
  });
}
