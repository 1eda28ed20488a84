import { pxBox } from '../primitives/sizes';
import { type BlockKind, THINNEST_PX } from './kind';
import * as kinds from './kinds';

type Kinds = typeof kinds;
type BlockOf<Kind> = Kind extends BlockKind<infer B> ? B : never;

/** A block of any kind. */
export type Block = { [Name in keyof Kinds]: BlockOf<Kinds[Name]> }[keyof Kinds];

/** A block of an unknown kind keeps its place and paints nothing. */
const UNKNOWN: BlockKind<Block> = {
  smallest: (page) => pxBox(THINNEST_PX, page),
  layout: () => ({ items: [], role: 'decoration' }),
};

const known: Readonly<Record<string, BlockKind<Block>>> = kinds;

/** Returns the definition of a block's kind. */
export function kindOf(block: { kind: Block['kind'] }): BlockKind<Block> {
  return isKind(block.kind) ? (known[block.kind] ?? UNKNOWN) : UNKNOWN;
}

export function isKind(name: unknown): name is Block['kind'] {
  return typeof name === 'string' && Object.hasOwn(known, name);
}

/** Loads what the kinds of these blocks need for layout. Returns true if anything was newly loaded. */
export async function loadKinds(blocks: readonly { kind: Block['kind'] }[]): Promise<boolean> {
  const loads = new Set(blocks.map((block) => kindOf(block).load).filter((load) => load !== undefined));
  return (await Promise.all([...loads].map((load) => load()))).some((news) => news);
}

/** The names of all kinds. */
export const KIND_NAMES = Object.keys(kinds) as Block['kind'][];
