/** The pictures that come with the program, by what they are for. Their names are keys under `editor.art`. */
const NAMES = {
  seal: [
    'blue',
    'carved-red',
    'green',
    'metal',
    'navy-ribbon',
    'stamp-black',
    'stamp-green',
    'teal',
    'wine-ribbon',
  ],
  ornament: [
    'divider-blue',
    'divider-gold',
    'divider-green',
    'divider-wine',
    'sprig-gold',
    'sprig-green',
    'sprig-wine',
    'wreath-gold',
    'wreath-green',
    'star-gold',
  ],
  icon: [
    'book-ink',
    'cap-ink',
    'check-ink',
    'flame-ink',
    'sprout-ink',
    'star-ink',
    'book-white',
    'cap-white',
    'check-white',
    'flame-white',
    'sprout-white',
    'star-white',
  ],
  badge: ['course', 'hexagon', 'laurels', 'medal', 'shield', 'tile'],
  ground: [
    'frame-bookplate-letter-portrait',
    'frame-deco-a4',
    'frame-engraved-a4-portrait',
    'frame-engraved-letter',
    'frame-scrolled-letter',
    'frame-stars-a4',
    'frame-waves-a4-portrait',
    'ground-arcs-a4',
    'ground-card-a8',
    'ground-card-a8-portrait',
    'ground-contour-letter',
    'ground-orbit-letter',
    'ground-poster-letter-portrait',
    'ground-quilt-a4',
    'ground-rays-letter',
    'ground-weave-a4-portrait',
  ],
} as const;

export type ArtGroup = keyof typeof NAMES;
export type Art = {
  url: string;
  group: ArtGroup;
  number: number /** Drawn for dark grounds. */;
  pale: boolean;
};

const PREFIXED = new Set<ArtGroup>(['seal', 'icon', 'badge']);

export function artOf(group: ArtGroup): Art[] {
  return NAMES[group].map((name, index) => ({
    url: `/art/${PREFIXED.has(group) ? `${group}-` : ''}${name}.svg`,
    group,
    number: index + 1,
    pale: name.endsWith('white'),
  }));
}

/** Pictures to place on a page, and grounds that fill it. */
export const PLACED: readonly ArtGroup[] = ['seal', 'ornament', 'icon', 'badge'];
