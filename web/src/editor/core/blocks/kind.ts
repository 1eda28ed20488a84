import type { Face, FontPicker } from '../fonts/face';
import type { Laid, Rect } from '../layout/display';
import type { Picture } from '../layout/image';
import type { Measure } from '../layout/measure';
import type { BlockBase, PageShape, Values } from '../primitives/base';
import type { Box } from '../primitives/sizes';

/** The text of a block and its face. */
export type TextRun = { text: string; face: Face; lang: string };

/** The input for the layout of a block. */
export type LayContext = {
  /** The block's frame on the page, in design px. */
  frame: Rect;
  blockIndex: number;
  values: Values | undefined;
  lang: string;
  fonts: FontPicker;
  measure: Measure;
  pictures: ReadonlyMap<string, Picture>;
};

/**
 * The definition of a kind of block, except for its icon and inspector fields (see view.ts): this code also runs on the printed
 * page, which has no user interface. Its texts are at `editor.kind.<kind>`.
 */
export type BlockKind<B extends BlockBase> = {
  /** The required field of blocks of this kind. */
  needs?: string;
  /** Returns a new block. Set for kinds that can be created without further input. */
  create?(page: PageShape): B;
  /** Returns the text that identifies the block in a list. */
  words?(block: B): string;
  /** Returns the minimum width and height, in percent of the page. */
  smallest(page: PageShape): Box;
  /** Returns the fields that are derived from the block's frame. */
  follow?(block: B, page: PageShape): object;
  /** The fields for the content and for the position. All others are style. */
  content?: readonly string[];
  place?: readonly string[];
  /**
   * If true, the block keeps its aspect ratio and scales with the paper when the page size changes. Otherwise it keeps its
   * share of the page.
   */
  keepsPixels?: boolean;
  /** Style fields in design px, which scale with the paper too: the default, the minimum and the maximum of each. */
  measured?: Readonly<Record<string, { without: number; least: number; most: number }>>;
  /** Returns which handles keep the aspect ratio: all, those at the corners, or none. */
  keepsShape?(block: B): 'always' | 'corners' | undefined;
  /** Returns the style fields that scale with the block when a corner is dragged. */
  scaled?(block: B, factor: number): Partial<B>;
  /** Whether clicks on the block's centre reach the blocks behind it. */
  hollow?(block: B): boolean;
  /** Returns the colour behind blocks on top of this one, MANY if there is no single colour, or undefined if it has no fill. */
  ground?(block: B): string | undefined;
  /** Returns the URL of the block's image, or '' if it has none. */
  pictureUrl?(block: B, values: Values | undefined): string;
  /** Returns the text that is shown in the block's frame on the canvas while its image is missing. */
  placeholder?(block: B): string;
  /** Returns the block's text and face. */
  textRun?(block: B, values: Values | undefined, lang: string, fonts: FontPicker): TextRun;
  /** Loads what the layout needs besides fonts and images. Returns true if anything was newly loaded. */
  load?(): Promise<boolean>;
  /** Returns the primitives to paint. */
  layout(block: B, context: LayContext): Laid;
};

/** The `ground` of a block with many colours. */
export const MANY = 'many';

/** The minimum thickness of a block that can still be found, in design px. */
export const THINNEST_PX = 2;
