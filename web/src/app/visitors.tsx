import '../lib/trustedTypes';
import '../ui/theme/plain.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { trackExternalLinks } from '../api/tracking';
import { startTranslation } from '../i18n/i18n';
import { internalHosts } from '../lib/installation';
import { useDialogs } from '../ui/dialog/store';
import { loadEastAsianFonts } from '../ui/theme/eastAsian';
import { shareNonceWithLibraries } from '../ui/theme/nonce';
import { ThemeProvider } from '../ui/theme/ThemeProvider';
import { useToasts } from '../ui/toast/toast';
import { queryClient } from './queryClient';
import { routes } from './routes/visitors';
import { watchRoutes } from './watchRoutes';

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

shareNonceWithLibraries();
trackExternalLinks(internalHosts());
const router = createBrowserRouter(routes);
watchRoutes(router);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
await startTranslation();
createRoot(root).render(
  <ThemeProvider>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <OverlaysOnDemand />
    </QueryClientProvider>
  </ThemeProvider>,
);
loadEastAsianFonts();
