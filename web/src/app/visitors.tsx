import '../lib/trustedTypes';
import '../ui/theme/plain.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { authorization, recipientSecret } from '../api/credentials';
import { logRoute, trackExternalLinks } from '../api/tracking';
import { CredentialPage } from '../features/public/CredentialPage';
import { startTranslation } from '../i18n/i18n';
import { internalHosts } from '../lib/installation';
import { useDialogs } from '../ui/dialog/store';
import { ErrorPage } from '../ui/ErrorPage';
import { loadEastAsianFonts } from '../ui/theme/eastAsian';
import { shareNonceWithLibraries } from '../ui/theme/nonce';
import { ThemeProvider } from '../ui/theme/ThemeProvider';
import { useToasts } from '../ui/toast/toast';
import { enter, pathParams } from './navigation';
import { queryClient } from './queryClient';
import { OwnDownloads, OwnerBar } from './routes/OwnerBar';
import { opened } from './routes/opened';

const Overlays = lazy(() => import('./Overlays'));

/** Dialogs and notifications. They are loaded with the first one. */
function OverlaysOnDemand() {
  const dialogs = useDialogs((state) => state.open.length);
  const toasts = useToasts((state) => state.toasts.length);
  const [wanted, setWanted] = useState(false);
  if (!wanted && dialogs + toasts > 0) setWanted(true);
  return (
    wanted && (
      <Suspense fallback={null}>
        <Overlays />
      </Suspense>
    )
  );
}

/** Replaces a page that crashed or whose code could not be loaded. */
class Guard extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    return this.state.error ? <ErrorPage detail={this.state.error.message} /> : this.props.children;
  }
}

const Credential = () => <CredentialPage OwnerBar={OwnerBar} OwnDownloads={OwnDownloads} />;

/** The page of this URL. Links load their pages, which the server renders, so there is no router. */
async function pageHere(): Promise<{ id: string; Page: ComponentType }> {
  const page = opened.find(({ path }) => enter(path));
  if (page) return { id: page.id, Page: (await page.lazy()).Component };
  enter(':ref');
  return { id: 'public-credential', Page: Credential };
}

/** Without a third weight of the typeface, which is 25 KB. */
const LIGHT = { components: { Button: { styles: { label: { fontWeight: 600 } } } } };

shareNonceWithLibraries();
trackExternalLinks(internalHosts());

/** A function, because code that the page loads waits for this module, and would wait forever for an await outside. */
async function start(root: HTMLElement): Promise<void> {
  // Read now, because showing the page uses the data up.
  const written = document.getElementById('page-data') && !authorization() && !recipientSecret();
  const [{ id, Page }] = await Promise.all([pageHere(), startTranslation()]);
  const { ref } = pathParams();
  const key = new URLSearchParams(window.location.search).get('key') ?? undefined;
  createRoot(root).render(
    <ThemeProvider overrides={LIGHT}>
      <QueryClientProvider client={queryClient}>
        <Guard>
          <Page />
        </Guard>
        <OverlaysOnDemand />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  logRoute(id, window.location.href, written && ref ? { ref, key } : undefined);
  loadEastAsianFonts();
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
void start(root);
