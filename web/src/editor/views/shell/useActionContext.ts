import { useMemo, useState } from 'react';
import { useEditorContext } from '../../state/context/context';
import type { ActionContext } from '../commands/shortcuts';
import { useCommands } from '../commands/useCommands';
import { useRulerCommands } from '../commands/useRulerCommands';

/** The context of actions from keys and palette, and whether the shortcut list or the palette is open. */
export function useActionContext(saveDesign: () => Promise<unknown>) {
  const { store, ports } = useEditorContext();
  const commands = useCommands();
  const rulers = useRulerCommands();
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);

  const doing = useMemo(
    (): ActionContext => ({
      commands,
      rulers,
      selected: () => store.getState().selection,
      deselect: () => {
        if (store.getState().selection.length === 0 && ports.onEscape) ports.onEscape();
        else commands.deselect();
      },
      save: () => void saveDesign(),
      help: () => setHelp(true),
      palette: () => setPalette(true),
    }),
    [commands, rulers, store, ports, saveDesign],
  );
  return {
    doing,
    help,
    palette,
    closeHelp: () => setHelp(false),
    closePalette: () => setPalette(false),
  };
}
