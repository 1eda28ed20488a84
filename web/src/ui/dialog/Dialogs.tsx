import { DialogBody } from './DialogBody';
import { Modal } from './Modal';
import { CANCELLED, type OpenDialog, useDialogs } from './store';

const BLOCKING = new Set(['loading', 'progress']);
const DEFAULT_WIDTH = 440;

/** Renders the dialogs that `dialog` opens. The app mounts it once. */
export function Dialogs() {
  const open = useDialogs((state) => state.open);
  return open.map((dialog) => <OneDialog key={dialog.id} dialog={dialog} />);
}

function OneDialog({ dialog }: { dialog: OpenDialog }) {
  const settle = useDialogs((state) => state.settle);
  const blocking = BLOCKING.has(dialog.variant);
  return (
    <Modal
      opened
      onClose={() => settle(dialog.id, CANCELLED)}
      size={typeof dialog.width === 'number' ? `${dialog.width}px` : (dialog.width ?? DEFAULT_WIDTH)}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={!blocking}
      title={dialog.title}
      attributes={{ header: { role: 'presentation' } }}
      styles={{ title: { fontSize: 16, fontWeight: 600, lineHeight: '24px' }, header: { paddingBottom: 4 } }}
    >
      <DialogBody dialog={dialog} onSettle={(answer) => settle(dialog.id, answer)} />
    </Modal>
  );
}
