import { useEditorContext, useView } from '../context';
import { VersionsDialog } from '../versions/VersionsDialog';
import { PeopleBar } from './PeopleBar';
import { ProofDialog } from './ProofDialog';

/** The bar that steps through people, while it is open. */
export function PeopleArea() {
  const { ports } = useEditorContext();
  const open = useView((state) => state.preview.people);
  const people = ports.preview?.people;
  return open && people ? <PeopleBar people={people} /> : null;
}

/** The server's view of the design, and its history. */
export function PreviewDialogs() {
  const { view, ports } = useEditorContext();
  const dialog = useView((state) => state.preview.dialog);
  const close = () => view.getState().setPreview({ dialog: null });
  if (dialog === 'proof' && ports.preview) return <ProofDialog port={ports.preview} onClose={close} />;
  if (dialog === 'versions' && ports.versions)
    return <VersionsDialog port={ports.versions} onClose={close} />;
  return null;
}
