import type { DesignDocument, DesignSize, Orientation } from '../document/types';

/** The motif of a picture and, if there are several, its colour: keys under `editor.art.motif` and `editor.art.color`. */
const FILES = {
  seal: {
    'seal-metal': ['rosetteSeal', 'gold'],
    'seal-blue': ['rosetteSeal', 'blue'],
    'seal-green': ['rosetteSeal', 'green'],
    'seal-teal': ['rosetteSeal', 'teal'],
    'seal-navy-ribbon': ['ribbonSeal', 'navy'],
    'seal-purple-ribbon': ['ribbonSeal', 'purple'],
    'seal-wine-ribbon': ['ribbonSeal', 'wine'],
    'seal-stamp-black': ['inkStamp', 'black'],
    'seal-stamp-green': ['inkStamp', 'green'],
    'seal-stamp-sepia': ['inkStamp', 'sepia'],
    'seal-carved-crimson': ['carvedSeal', 'crimson'],
    'seal-carved-red': ['carvedSeal', 'red'],
  },
  ornament: {
    'divider-gold': ['divider', 'gold'],
    'divider-blue': ['divider', 'blue'],
    'divider-green': ['divider', 'green'],
    'divider-plum': ['divider', 'plum'],
    'divider-red': ['divider', 'red'],
    'divider-wine': ['divider', 'wine'],
    'sprig-gold': ['sprig', 'gold'],
    'sprig-green': ['sprig', 'green'],
    'sprig-wine': ['sprig', 'wine'],
    'wreath-gold': ['wreath', 'gold'],
    'wreath-green': ['wreath', 'green'],
    'wreath-gilt': ['wreath', 'paleGold'],
    'wreath-blue': ['wreath', 'blue'],
    'star-gold': ['star', 'gold'],
  },
  icon: {
    'icon-book-ink': ['book', 'black'],
    'icon-cap-ink': ['cap', 'black'],
    'icon-check-ink': ['check', 'black'],
    'icon-flame-ink': ['flame', 'black'],
    'icon-sprout-ink': ['sprout', 'black'],
    'icon-star-ink': ['star', 'black'],
    'icon-book-white': ['book', 'white'],
    'icon-cap-white': ['cap', 'white'],
    'icon-check-white': ['check', 'white'],
    'icon-flame-white': ['flame', 'white'],
    'icon-sprout-white': ['sprout', 'white'],
    'icon-star-white': ['star', 'white'],
  },
  badge: {
    'badge-bronze': ['medalDisc', 'bronze'],
    'badge-silver': ['octagonPlate', 'silver'],
    'badge-gold': ['starburst', 'gold'],
    'badge-medal': ['ribbonMedal', 'red'],
    'badge-laurels': ['laurelDisc', 'green'],
    'badge-course': ['scallopedDisc', 'green'],
    'badge-shield': ['shield', 'navy'],
    'badge-hexagon': ['hexagon', 'teal'],
    'badge-tile': ['tile', 'violet'],
    'badge-gear': ['gear', 'grey'],
    'badge-data': ['chartDisc', 'navy'],
    'badge-cycle': ['leafRing', 'green'],
    'badge-aid': ['firstAidCross', 'green'],
    'badge-palette': ['palette'],
    'badge-speech': ['speechBubbles'],
    'badge-summit': ['summit'],
  },
  ground: {
    'frame-engraved-letter': ['engraved', 'green'],
    'frame-engraved-a4-portrait': ['engraved', 'blue'],
    'frame-scrolled-letter': ['scrolled', 'navy'],
    'frame-bookplate-letter-portrait': ['bookplate', 'wine'],
    'frame-deco-a4': ['deco', 'gold'],
    'frame-stars-a4': ['starLattice', 'teal'],
    'frame-waves-a4-portrait': ['seaWaves', 'gold'],
    'frame-meander-a4-portrait': ['meander', 'blue'],
    'frame-lotus-a4': ['lotus', 'purple'],
    'frame-vine-a4': ['vine', 'plum'],
    'frame-colonnade-a4': ['colonnade', 'sepia'],
    'ground-orbit-letter': ['orbit', 'green'],
    'ground-contour-letter': ['contour', 'teal'],
    'ground-weave-a4-portrait': ['weave', 'blue'],
    'ground-arcs-a4': ['arcs', 'violet'],
    'ground-rays-letter': ['rays', 'navy'],
    'ground-poster-letter-portrait': ['poster', 'orange'],
    'ground-quilt-a4': ['quilt', 'colourful'],
    'ground-mosaic-a4-portrait': ['mosaic', 'colourful'],
    'ground-confetti-letter': ['confetti', 'colourful'],
    'ground-meadow-letter': ['meadow', 'colourful'],
    'ground-olive-letter': ['olive', 'green'],
    'ground-mandala-a4': ['mandala', 'purple'],
    'ground-lattice-a4': ['lattice', 'red'],
    'ground-arcade-a4-portrait': ['arcade', 'sepia'],
    'ground-stitch-a4': ['stitch', 'red'],
    'ground-silk-a4-portrait': ['silk', 'colourful'],
    'ground-pavement-a4': ['pavement', 'black'],
    'ground-track-letter': ['track', 'red'],
    'ground-vector-a4': ['vector', 'red'],
    'ground-raster-a4-portrait': ['raster', 'red'],
    'ground-dial-letter-portrait': ['dial', 'navy'],
    'ground-blueprint-letter': ['blueprint', 'blue'],
    'ground-stage-letter-portrait': ['stage', 'red'],
    'ground-discs-a8-portrait': ['discs', 'purple'],
    'ground-hazard-a8': ['hazard', 'yellow'],
    'ground-card-a8': ['card', 'green'],
    'ground-card-a8-portrait': ['card', 'navy'],
  },
} as const;

type Files = typeof FILES;
export type ArtGroup = keyof Files;
type Facts = { [G in ArtGroup]: Files[G][keyof Files[G]] }[ArtGroup];
export type Motif = Facts[0];
export type ArtColor = Extract<Facts, readonly [unknown, unknown]>[1];

/** The page format that a background is made for. */
export type ArtPage = { size: DesignSize; orientation: Orientation };

export type Art = {
  url: string;
  group: ArtGroup;
  motif: Motif;
  color: ArtColor | undefined;
  page: ArtPage | undefined;
  /** Whether the picture is made for dark backgrounds. */
  pale: boolean;
};

const PAGE = /-(letter|a4|a8)(-portrait)?$/;

function pageOf(name: string): ArtPage | undefined {
  const [, size, portrait] = PAGE.exec(name) ?? [];
  if (!size) return undefined;
  const written = size === 'letter' ? 'us-letter' : (size as DesignSize);
  return { size: written, orientation: portrait ? 'portrait' : 'landscape' };
}

export function artOf(group: ArtGroup): Art[] {
  const files = Object.entries<readonly [Motif, ArtColor?]>(FILES[group]);
  return files.map(([name, [motif, color]]) => ({
    url: `/art/${name}.svg`,
    group,
    motif,
    color,
    page: pageOf(name),
    pale: color === 'white',
  }));
}

/** Returns the backgrounds, with those for this page format first. */
export function groundsFor({ size, orientation }: Pick<DesignDocument, 'size' | 'orientation'>): Art[] {
  const fits = ({ page }: Art) => page?.size === size && page.orientation === orientation;
  const all = artOf('ground');
  return [...all.filter(fits), ...all.filter((art) => !fits(art))];
}

/** The groups of pictures to place on a page. The others are backgrounds that fill it. */
export const PLACED: readonly ArtGroup[] = ['seal', 'ornament', 'icon', 'badge'];
