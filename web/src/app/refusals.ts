import i18next from 'i18next';
import { onApprovalAsked, onRefusal } from '../api/client';
import { missingPermission } from '../api/permissions';
import { endSession, loadSession, useSession } from '../api/session';
import { dialog } from '../ui/dialog/dialog';
import { useDialogs } from '../ui/dialog/store';
import { isPublicPlace, signInPath } from './places';
import type { AppRouter } from './router';

/** Handles errors that concern the whole page: signed out, denied, rate limited. */
export function announceRefusals(router: AppRouter): void {
  onRefusal((refusal) => {
    if (refusal.code === 'second_factor.enrol' || refusal.code === 'network.not_allowed') {
      void loadSession().catch(() => undefined); // shows what to set up, or why there is no access
    } else if (refusal.status === 401) {
      if (useSession.getState().status !== 'signedIn') return;
      endSession();
      void tellSignedOut(router);
    } else if (refusal.status === 429) {
      warnOnce(i18next.t('problem.highDemandTitle'), i18next.t('problem.highDemand'));
    } else {
      warnOnce(
        i18next.t('problem.accessDeniedTitle'),
        missingPermission(refusal.code) ?? (refusal.lines.join('\n') || i18next.t('problem.accessDenied')),
      );
    }
  });
}

/** Tells that a call waits for an approval, and leads to the request. */
export function announceApprovals(router: AppRouter): void {
  onApprovalAsked((uuid) => {
    const open = async () => {
      const sure = await dialog.confirm({
        title: i18next.t('approvals.asked'),
        body: i18next.t('approvals.askedBody'),
        confirmLabel: i18next.t('approvals.open'),
        cancelLabel: i18next.t('ui.dialog.close'),
      });
      if (sure) await router.navigate(`/approvals/${uuid}`);
    };
    void open();
  });
}

/** Goes to the sign-in page with the reason, and returns afterwards. */
export async function tellSignedOut(router: AppRouter): Promise<void> {
  const { pathname, search } = router.state.location;
  if (!isPublicPlace(pathname)) await router.navigate(signInPath(pathname + search), { replace: true });
  warnOnce(i18next.t('problem.signedOutTitle'), i18next.t('problem.signedOut'));
}

/** Several calls may fail at once. One dialog is shown for all of them. */
function warnOnce(title: string, body: string): void {
  if (useDialogs.getState().open.some((open) => open.title === title)) return;
  void dialog.warning({ title, body });
}
