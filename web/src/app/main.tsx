import '../lib/trustedTypes';
import '../ui/theme/plain.css';
import { createRoot } from 'react-dom/client';
import { trackExternalLinks } from '../api/tracking';
import { startTranslation } from '../i18n/i18n';
import { internalHosts } from '../lib/installation';
import { loadEastAsianFonts } from '../ui/theme/eastAsian';
import { shareNonceWithLibraries } from '../ui/theme/nonce';
import { Providers } from './providers';
import { announceApprovals, announceRefusals } from './refusals';
import { router } from './router';
import { startSession } from './startSession';
import { watchRoutes } from './watchRoutes';

shareNonceWithLibraries();
trackExternalLinks(internalHosts());
announceRefusals(router);
announceApprovals(router);
watchRoutes(router);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
await startTranslation();
startSession(router);
createRoot(root).render(<Providers router={router} />);
loadEastAsianFonts();
