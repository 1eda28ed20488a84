import { Suspense } from 'react';
import { useEditorContext, useView } from '../../state/context/context';
import { PeopleBar, ProofDialog, VersionsDialog } from './lazy';

/** The bar that steps through recipients, while it is open. */
export function PeopleArea() {
  const { ports } = useEditorContext();
  const open = useView((state) => state.preview.people);
  const people = ports.preview?.people;
  if (!open || !people) return null;
  return (
    <Suspense>
      <PeopleBar people={people} />
    </Suspense>
  );
}

/** The dialogs of the server's proof and the version history. */
export function PreviewDialogs() {
  const { view, ports } = useEditorContext();
  const dialog = useView((state) => state.preview.dialog);
  const close = () => view.getState().setPreview({ dialog: null });
  return (
    <Suspense>
      {dialog === 'proof' && ports.preview && <ProofDialog port={ports.preview} onClose={close} />}
      {dialog === 'versions' && ports.versions && <VersionsDialog port={ports.versions} onClose={close} />}
    </Suspense>
  );
}
