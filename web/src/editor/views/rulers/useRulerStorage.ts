import { useEffect } from 'react';
import { readStored, writeStored } from '../../../lib/storage';
import { useEditorContext } from '../../state/context/context';
import { readGuides, readRulers } from './guides';

/** Stores guides by design and ruler settings by user in this browser, since neither is part of a design. */
export function useRulerStorage(): void {
  const { view, ports } = useEditorContext();
  const { draftKey, personKey = '' } = ports;
  useEffect(() => {
    const guides = `laurel.guides.${draftKey}`;
    const rulers = `laurel.rulers.${personKey}`;
    view.getState().show({ ownGuides: readGuides(readStored(guides)) });
    view.getState().setRulers(readRulers(readStored(rulers)));
    return view.subscribe((state, before) => {
      if (state.ownGuides !== before.ownGuides) {
        writeStored(guides, state.ownGuides.length > 0 ? JSON.stringify(state.ownGuides) : null);
      }
      if (state.rulers !== before.rulers) writeStored(rulers, JSON.stringify(state.rulers));
    });
  }, [view, draftKey, personKey]);
}
