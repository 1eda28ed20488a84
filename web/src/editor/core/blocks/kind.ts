import type { Face, FontPicker } from '../fonts/face';
import type { Laid, Rect } from '../layout/display';
import type { Picture } from '../layout/image';
import type { Measure } from '../layout/measure';
import type { BlockBase, PageShape, Values } from '../primitives/base';
import type { Box } from '../primitives/sizes';

/** The text of a block with the face it is set in. */
export type TextRun = { text: string; face: Face; lang: string };

/** What a block is laid out with. */
export type LayContext = {
  /** Where the block lies on the page, in design px. */
  frame: Rect;
  blockIndex: number;
  values: Values | undefined;
  lang: string;
  fonts: FontPicker;
  measure: Measure;
  pictures: ReadonlyMap<string, Picture>;
};

/**
 * All that is special to one kind of block, but for its icon and its fields in the inspector (see view.ts): what is
 * here also runs on the printed page, without an interface. Its words are at `editor.kind.<kind>`.
 */
export type BlockKind<B extends BlockBase> = {
  /** The field without which a block of this kind is none. */
  needs?: string;
  /** A new block, where the page is all that it takes to make one. */
  create?(page: PageShape): B;
  /** What it says, by which people know it in a list. */
  words?(block: B): string;
  /** The smallest width and height, in percent of the page. */
  smallest(page: PageShape): Box;
  /** Fields that follow from the block's frame. */
  follow?(block: B, page: PageShape): object;
  /** Fields that say what it says or shows, and those that say where it lies; all others are its looks. */
  content?: readonly string[];
  place?: readonly string[];
  /** It keeps its shape and grows with the paper when the page gets another size; else its share of the page stays. */
  keepsPixels?: boolean;
  /** Looks measured in design px, which grow with the paper too: what is meant without them, and how far they go. */
  measured?: Readonly<Record<string, { without: number; least: number; most: number }>>;
  /** Handles that keep width to height: all of them, those at the corners, or none. */
  keepsShape?(block: B): 'always' | 'corners' | undefined;
  /** Looks that grow with it when a corner is dragged. */
  scaled?(block: B, factor: number): Partial<B>;
  /** Whether one reaches through its middle what it surrounds. */
  hollow?(block: B): boolean;
  /** The colour on which its middle lets others stand; MANY where one cannot tell, undefined where it has none. */
  ground?(block: B): string | undefined;
  /** The address of the picture that it shows; empty when it shows none. */
  pictureUrl?(block: B, values: Values | undefined): string;
  /** The word in its frame on the canvas while its picture is not there. */
  placeholder?(block: B): string;
  /** The text that it shows, with its face. */
  textRun?(block: B, values: Values | undefined, lang: string, fonts: FontPicker): TextRun;
  /** Fetches what it needs to be laid out, beside fonts and pictures; true when there is news. */
  load?(): Promise<boolean>;
  /** What it paints. */
  layout(block: B, context: LayContext): Laid;
};

/** The ground of what has many colours. */
export const MANY = 'many';

/** Any block may be as thin as this and still be found again, in design px. */
export const THINNEST_PX = 2;
