import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router/dom';
import { useSession } from '../api/session';
import { ProofDialog } from '../features/account/ProofDialog';
import { TimeZoneContext } from '../i18n/useFormat';
import { Dialogs } from '../ui/dialog/Dialogs';
import { ThemeProvider } from '../ui/theme/ThemeProvider';
import { Toasts } from '../ui/toast/Toasts';
import { queryClient } from './queryClient';
import type { AppRouter } from './router';

/** Provides what every screen needs: theme, translations, server data, dialogs and notifications. */
export function Providers({ router }: { router: AppRouter }) {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <DepartmentTimeZone>
          <RouterProvider router={router} />
          <Dialogs />
          <ProofDialog />
          <Toasts />
        </DepartmentTimeZone>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

function DepartmentTimeZone({ children }: { children: ReactNode }) {
  const zone = useSession((state) => state.session?.department?.time_zone);
  return <TimeZoneContext value={zone || undefined}>{children}</TimeZoneContext>;
}
