import '../lib/trustedTypes';
// Before the other components, so that the styles of our components override those they extend.
import '../ui/theme/ThemeProvider';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { logRoute, trackExternalLinks } from '../api/tracking';
import { startTranslation } from '../i18n/i18n';
import { internalHosts } from '../lib/installation';
import { dialog } from '../ui/dialog/dialog';
import { shareNonceWithLibraries } from '../ui/theme/nonce';
import { toast } from '../ui/toast/toast';
import { readAddress } from './address';
import { Host } from './host';
import { MakerPage } from './MakerPage';
import { Maker } from './maker';
import { obey } from './obey';
import { Parent } from './parent';

// The URL contains a secret, which is removed before anything else happens.
const opened = window.location.href;
const address = readAddress(new URL(opened));
window.history.replaceState(null, '', window.location.pathname);

shareNonceWithLibraries();

const parent = new Parent(window, address.origin);
const host = new Host(parent);
const maker = new Maker(address, parent, host, {
  leaveUnsaved: () =>
    dialog.confirm({
      title: i18next.t('ui.form.leaveTitle'),
      body: i18next.t('embed.maker.leaveBody'),
      confirmLabel: i18next.t('ui.form.leave'),
      cancelLabel: i18next.t('embed.maker.stay'),
      danger: true,
    }),
  savingNow: () => toast.notice(i18next.t('embed.maker.savingNow')),
});
host.listen(window, (message) => void obey(maker, message));

const words = startTranslation(address.locale);
maker.start(window);
// A page without an origin cannot make requests.
if (window.origin !== 'null') {
  logRoute('design-maker', opened);
  trackExternalLinks(internalHosts());
}
await words;

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
// An uncaught error leaves an empty window. The host is notified and the person sees the reason.
const page = createRoot(root, {
  onUncaughtError: (error) => {
    maker.crash(error);
    queueMicrotask(() => page.render(<MakerPage key="failed" maker={maker} />));
  },
});
page.render(<MakerPage maker={maker} />);
