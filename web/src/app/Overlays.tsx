import { Dialogs } from '../ui/dialog/Dialogs';
import { Toasts } from '../ui/toast/Toasts';

/** What appears over a page when somebody does something on it. */
export default function Overlays() {
  return (
    <>
      <Dialogs />
      <Toasts />
    </>
  );
}
