import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AttributesDialog } from '../features/attributes/AttributesDialog';

/** The dialog with the department's attributes, loaded only if the scopes permit it. */
export default function ManageAttributes({ onClose }: { onClose: () => void }) {
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      <AttributesDialog onClose={onClose} />
    </QueryClientProvider>
  );
}
