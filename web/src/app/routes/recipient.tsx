import { OwnDownloads, OwnerBar } from './OwnerBar';
import { OwnTimes } from './OwnTimes';

/** The page behind recipients' links, in the layout of the public pages. Features do not import one another. */
export async function openPage() {
  const [{ OpenPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/OpenPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <OpenPage Frame={PublicFrame} />;
  return { Component: page };
}

/** The page that confirms an email address, in the same layout. */
export async function confirmPage() {
  const [{ ConfirmPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/ConfirmPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <ConfirmPage Frame={PublicFrame} />;
  return { Component: page };
}

/** The page of an email's link that stops its like, in the same layout. */
export async function emailsPage() {
  const [{ EmailsPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/EmailsPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <EmailsPage Frame={PublicFrame} />;
  return { Component: page };
}

/** The wallet. In a frame of another site it has no layout around it. */
export async function walletPage() {
  const [{ WalletPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/wallet/WalletPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => (
    <OwnTimes>
      <WalletPage Frame={PublicFrame} />
    </OwnTimes>
  );
  return { Component: page };
}

/** The recipient's collections. */
export async function collectionsPage() {
  const [{ CollectionsPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/collections/CollectionsPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => (
    <OwnTimes>
      <CollectionsPage Frame={PublicFrame} />
    </OwnTimes>
  );
  return { Component: page };
}

/** One of the recipient's collections. */
export async function collectionPage() {
  const [{ CollectionPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/collections/CollectionPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => (
    <OwnTimes>
      <CollectionPage Frame={PublicFrame} />
    </OwnTimes>
  );
  return { Component: page };
}

/** Where recipients import credentials of other issuers. */
export async function importPage() {
  const [{ ImportPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/imports/ImportPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <ImportPage Frame={PublicFrame} />;
  return { Component: page };
}

/** One imported credential. */
export async function importedPage() {
  const [{ ImportedPage }, { PublicFrame }, { VerificationSteps }] = await Promise.all([
    import('../../features/recipient/imports/ImportedPage'),
    import('../../features/public/PublicFrame'),
    import('../../features/public/VerificationSteps'),
  ]);
  const page = () => <ImportedPage Frame={PublicFrame} Steps={VerificationSteps} />;
  return { Component: page };
}

/** The recipient's public profile. */
export async function profilePage() {
  const [{ ProfilePage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/profile/ProfilePage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <ProfilePage Frame={PublicFrame} />;
  return { Component: page };
}

/** The recipient's public profile as others would see it. */
export async function profilePreviewPage() {
  const [{ ProfilePreviewPage }, { PublicFrame }, { ProfileView }] = await Promise.all([
    import('../../features/recipient/profile/ProfilePreviewPage'),
    import('../../features/public/PublicFrame'),
    import('../../features/public/ProfilePage'),
  ]);
  const page = () => <ProfilePreviewPage Frame={PublicFrame} View={ProfileView} />;
  return { Component: page };
}

/** The pages on which recipients sign in. */
export const recipientEntry = (purpose: 'signIn' | 'password' | 'retrieve') => async () => {
  const [{ SignInPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/SignInPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <SignInPage Frame={PublicFrame} purpose={purpose} />;
  return { Component: page };
};

/** The pages behind the links of sign-in emails. */
export const proofPage = (purpose: 'signIn' | 'password') => async () => {
  const [{ ProofPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/ProofPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <ProofPage Frame={PublicFrame} purpose={purpose} />;
  return { Component: page };
};

/** The recipient's own account. */
export async function recipientSettingsPage() {
  const [{ SettingsPage }, { PublicFrame }] = await Promise.all([
    import('../../features/recipient/SettingsPage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => (
    <OwnTimes>
      <SettingsPage Frame={PublicFrame} />
    </OwnTimes>
  );
  return { Component: page };
}

/** The page behind referees' links, in the same layout. */
export async function refereePage() {
  const [{ RefereePage }, { PublicFrame }] = await Promise.all([
    import('../../features/referee/RefereePage'),
    import('../../features/public/PublicFrame'),
  ]);
  const page = () => <RefereePage Frame={PublicFrame} />;
  return { Component: page };
}

/** The public page of a credential with the actions of its owner. */
export async function publicCredentialPage() {
  const { CredentialPage } = await import('../../features/public/CredentialPage');
  const page = () => <CredentialPage OwnerBar={OwnerBar} OwnDownloads={OwnDownloads} />;
  return { Component: page };
}
