import { type ComponentProps, lazy, Suspense } from 'react';
import { recipientSecret } from '../../api/credentials';
import type { OwnerBar as OwnerBarType } from '../../features/recipient/OwnerBar';
import { useOwnerToken } from '../../ui/useLinkToken';

const Bar = lazy(async () => ({ default: (await import('../../features/recipient/OwnerBar')).OwnerBar }));

const Become = lazy(async () => ({
  default: (await import('../../features/recipient/BecomeOwner')).BecomeOwner,
}));

/** The bar of a signed-in recipient, or the way there from the delivery email. Visitors load neither. */
export function OwnerBar(props: ComponentProps<typeof OwnerBarType>) {
  const token = useOwnerToken();
  if (!recipientSecret()) {
    return token ? (
      <Suspense fallback={null}>
        <Become {...props} token={token} />
      </Suspense>
    ) : null;
  }
  return (
    <Suspense fallback={null}>
      <Bar {...props} />
    </Suspense>
  );
}

const LearnerRecord = lazy(async () => ({
  default: (await import('../../features/recipient/LearnerRecordItem')).LearnerRecordItem,
}));

/** What a signed-in recipient can download besides. Visitors do not load it. */
export function OwnDownloads(props: ComponentProps<typeof OwnerBarType>) {
  return recipientSecret() ? (
    <Suspense fallback={null}>
      <LearnerRecord {...props} />
    </Suspense>
  ) : null;
}
