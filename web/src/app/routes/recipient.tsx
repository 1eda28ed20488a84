import { type ComponentProps, lazy, Suspense } from 'react';
import { recipientSecret } from '../../api/credentials';
import type { OwnerBar as OwnerBarType } from '../../features/recipient/OwnerBar';

/** The page of links for recipients, in the frame of the public pages: the features know nothing of each other. */
export async function openPage() {
  const [{ OpenPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/OpenPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <OpenPage Frame={PublicFrame} />;
  return { Component: page };
}

/** Where an address is confirmed, in the same frame. */
export async function confirmPage() {
  const [{ ConfirmPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/ConfirmPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <ConfirmPage Frame={PublicFrame} />;
  return { Component: page };
}

/** All that a recipient holds; in a frame of another site without what is around it. */
export async function walletPage() {
  const [{ WalletPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/WalletPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <WalletPage Frame={PublicFrame} />;
  return { Component: page };
}

/** The page of links for referees, in the same frame. */
export async function refereePage() {
  const [{ RefereePage }, { PublicFrame }] = await Promise.all([
    import('../../features/referee/RefereePage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <RefereePage Frame={PublicFrame} />;
  return { Component: page };
}

const Bar = lazy(async () => ({ default: (await import('../../features/recipient/OwnerBar')).OwnerBar }));

/** The bar of whoever is signed in as a recipient; visitors never load it. */
function OwnerBar(props: ComponentProps<typeof OwnerBarType>) {
  if (!recipientSecret()) return null;
  return (
    <Suspense fallback={null}>
      <Bar {...props} />
    </Suspense>
  );
}

/** The public page of a credential with what its owner can do there. */
export async function publicCredentialPage() {
  const { CredentialPage } = await import('../../features/public/CredentialPage');
  const page = () => <CredentialPage OwnerBar={OwnerBar} />;
  return { Component: page };
}
