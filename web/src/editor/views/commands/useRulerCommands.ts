import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenBlocks } from '../../core/document/sheet';
import { around, frameOf } from '../../core/geometry/frames';
import type { RulerUnit } from '../../core/geometry/units';
import { useEditorContext } from '../../state/context/context';

/** Returns the commands for rulers and guides, used by menu, keys and palette. */
export function useRulerCommands() {
  const { t } = useTranslation();
  const { store, view } = useEditorContext();
  return useMemo(() => {
    const say = (text: string) => view.getState().announce(text);
    return {
      setUnit: (unit: RulerUnit) => {
        view.getState().setRulers({ unit });
        say(t('editor.rulers.measured', { unit: t(`editor.rulers.unit.${unit}`) }));
      },
      toggleRulers: () => {
        const shown = !view.getState().rulers.shown;
        view.getState().setRulers({ shown });
        say(t(shown ? 'editor.rulers.shown' : 'editor.rulers.hidden'));
      },
      togglePrintArea: () => {
        const printArea = !view.getState().rulers.printArea;
        view.getState().setRulers({ printArea });
        say(t(printArea ? 'editor.rulers.areaShown' : 'editor.rulers.areaHidden'));
      },
      /** Adds a guide at the start of the selection, or in the middle of the page, and focuses it. */
      addGuide: (axis: 'x' | 'y') => {
        const { sheet, selection } = store.getState();
        const { ownGuides, show } = view.getState();
        const frames = chosenBlocks(sheet, selection).map(frameOf);
        const start = axis === 'x' ? around(frames).left : around(frames).top;
        const at = frames.length > 0 ? Math.min(Math.max(start, 0), 100) : 50;
        show({ ownGuides: [...ownGuides, { axis, at }], focusGuide: ownGuides.length });
        say(t('editor.rulers.added'));
      },
      removeGuides: () => {
        const count = view.getState().ownGuides.length;
        view.getState().show({ ownGuides: [] });
        say(t('editor.rulers.removedAll', { count }));
      },
    };
  }, [t, store, view]);
}

export type RulerCommands = ReturnType<typeof useRulerCommands>;
