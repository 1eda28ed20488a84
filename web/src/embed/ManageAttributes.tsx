import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AttributesDialog } from '../features/attributes/AttributesDialog';

/** The department's attributes, to create, change and delete; loaded only where a maker may. */
export default function ManageAttributes({ onClose }: { onClose: () => void }) {
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      <AttributesDialog onClose={onClose} />
    </QueryClientProvider>
  );
}
