import { useSyncExternalStore } from 'react';
import { type AddedFont, addedFonts, onAddedFonts } from '../../core/fonts/added';

/** The fonts beyond the bundled ones; the component follows when they change. */
export function useAddedFonts(): readonly AddedFont[] {
  return useSyncExternalStore(onAddedFonts, addedFonts);
}
