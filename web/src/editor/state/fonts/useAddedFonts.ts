import { useSyncExternalStore } from 'react';
import { type AddedFont, addedFonts, onAddedFonts } from '../../core/fonts/added';

/** The fonts that are not bundled. The component renders again when they change. */
export function useAddedFonts(): readonly AddedFont[] {
  return useSyncExternalStore(onAddedFonts, addedFonts);
}
