import { useEffect, useMemo, useState } from 'react';
import { addedFonts } from '../../core/fonts/added';
import { menuFonts } from '../../core/fonts/registry';
import { useAddedFonts } from '../../state/fonts/useAddedFonts';
import { CATEGORIES, type Category, type Entry } from './rows';

type Looks = Record<string, { category: string; languages: string }>;
/** The width of a font name and its outline, in units of 1/80 em. */
export type Drawing = readonly [width: number, path: string];

/** Loads the data that only the menu needs, when it first opens. */
const load = async () => {
  const [looks, drawings] = await Promise.all([
    import('../../core/fonts/menu.json'),
    import('../../core/fonts/previews.json'),
  ]);
  return {
    looks: looks.default as Looks,
    drawings: drawings.default as unknown as Record<string, Drawing>,
  };
};

type Loaded = Awaited<ReturnType<typeof load>>;
let loaded: Loaded | undefined;

const categoryOf = (name: string | undefined): Category =>
  CATEGORIES.find((category) => category === name) ?? 'sans';

function entriesOf({ looks }: Loaded): Entry[] {
  const added = new Map(addedFonts().map((font) => [font.name, font]));
  return menuFonts().map((font) => {
    const own = added.get(font.name);
    const category = categoryOf(own?.category ?? looks[font.name]?.category);
    return { font, category, languages: new Set(own?.languages ?? looks[font.name]?.languages.split(' ')) };
  });
}

/** Returns all fonts with their metadata and the outlines of their names, or undefined while these load. */
export function useEntries(): { entries: Entry[]; drawings: Loaded['drawings'] } | undefined {
  const [data, setData] = useState(loaded);
  const added = useAddedFonts();
  useEffect(() => {
    let current = true;
    if (!loaded) {
      load().then(
        (next) => {
          loaded = next;
          if (current) setData(next);
        },
        () => undefined, // opening the menu again tries again
      );
    }
    return () => {
      current = false;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fonts of the menu are others when the added ones have changed
  return useMemo(() => data && { entries: entriesOf(data), drawings: data.drawings }, [data, added]);
}
