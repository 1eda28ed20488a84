import { newSymbolBlock, type SymbolBlock } from '../blocks/symbol/block';
import type { SymbolName } from '../blocks/symbol/library';
import { newTextBlock } from '../blocks/text/block';
import { openSheet, type Sheet } from '../document/sheet';
import type { Block, HexColor } from '../document/types';
import { contrastRatio } from '../primitives/color';
import { formatPercent } from '../primitives/percent';
import { PALETTES, type Palette } from './palettes';
import { BADGE_SHAPES, type Recipe } from './recipe';

/** The widths of the rim, the line inside it and the field, in percent of the page. All three have the same shape. */
const RIM = 96;
const LINE = 86;
const FIELD = 83;
const FONT = 'Montserrat';
/** The contrast ratio above which an ornament is visible. */
const SEEN = 3;

type NameOf = (symbol: SymbolName) => string;
type Middle = { x: number; y: number };

const PAGE = { size: 'badge', orientation: 'landscape' } as const;

function symbol(
  name: SymbolName,
  width: number,
  middle: Middle,
  color: HexColor,
  nameOf: NameOf,
): SymbolBlock {
  return { ...newSymbolBlock(name, PAGE, { width, ...middle }), name: nameOf(name), color };
}

type Words = {
  model: string;
  top: number;
  height: number;
  width: number;
  size: number;
  color: HexColor;
  bold?: boolean;
};

function words({ model, top, height, width, size, color, bold }: Words): Block {
  return {
    ...newTextBlock(model),
    top: formatPercent(top),
    left: formatPercent(50 - width / 2),
    image_width: formatPercent(width),
    image_height: formatPercent(height),
    font: FONT,
    font_weight: bold ? 700 : 500,
    font_size: size,
    color,
    align: 'center',
    vertical_align: 'middle',
    scale_to_fit: true,
    center: true,
  };
}

const COURSE = '[group.course_name]';
const ISSUER = '[issuer.name]';

/** Returns the blocks of the icon and texts inside the field. */
function contents({ icon, arrangement }: Recipe, colors: Palette, y: number, nameOf: NameOf): Block[] {
  const middle = (down: number) => ({ x: 50, y: y + down });
  const course = { model: COURSE, bold: true, size: 34 };
  const issuer = { model: ISSUER, size: 19, height: 6, color: colors.ink };
  // A white line is not visible on a pale field.
  const trim = contrastRatio(colors.line, colors.field) > SEEN ? colors.line : colors.rim;
  switch (arrangement) {
    case 'plain':
      return [
        symbol(icon, 22, middle(-18), colors.ink, nameOf),
        words({ ...course, top: y - 2, height: 16, width: 54, color: colors.ink }),
        symbol('bar', 14, middle(18), trim, nameOf),
        words({ ...issuer, top: y + 20, width: 42 }),
      ];
    case 'ribbon':
      return [
        symbol(icon, 26, middle(-18), colors.ink, nameOf),
        symbol('ribbon', 98, middle(11), colors.ribbon, nameOf),
        words({ ...course, top: y - 1, height: 16, width: 66, color: colors.ribbonInk, size: 30 }),
        words({ ...issuer, top: y + 25, width: 34, size: 17 }),
      ];
    case 'wreath':
      return [
        symbol('wreath', 38, middle(-13), trim, nameOf),
        symbol(icon, 18, middle(-14), colors.ink, nameOf),
        words({ ...course, top: y + 6, height: 14, width: 50, color: colors.ink, size: 30 }),
        words({ ...issuer, top: y + 21, width: 40, size: 17 }),
      ];
  }
}

/** Returns the blocks of a badge, from back to front. */
export function badgeBlocks(recipe: Recipe, nameOf: NameOf): Block[] {
  const colors = PALETTES[recipe.palette];
  const middle = { x: 50, y: 50 };
  return [
    symbol(recipe.shape, RIM, middle, colors.rim, nameOf),
    symbol(recipe.shape, LINE, middle, colors.line, nameOf),
    symbol(recipe.shape, FIELD, middle, colors.field, nameOf),
    ...contents(recipe, colors, 50 + BADGE_SHAPES[recipe.shape], nameOf),
  ];
}

/** The recipe from which a list of blocks was made. Any change of a block replaces the list, and undo restores it. */
const made = new WeakMap<readonly Block[], Recipe>();

export const recipeOf = ({ design }: Sheet): Recipe | undefined => made.get(design.blocks);

/** Replaces everything on the page with a badge on a transparent background. */
export function withBadge(sheet: Sheet, recipe: Recipe, nameOf: NameOf): Sheet {
  const { background_color: _, ...design } = sheet.design;
  const next = openSheet(sheet.name, { ...design, background: '', blocks: badgeBlocks(recipe, nameOf) });
  made.set(next.design.blocks, recipe);
  return next;
}
