import drawings from './library.json';

/** The groups of symbols. `shape` contains the shapes of badges. Names are keys under `editor.symbol.group`. */
export type SymbolGroup = keyof typeof drawings;
type NamesOf<G extends SymbolGroup> = keyof (typeof drawings)[G] & string;
/** The name of a symbol in a document. Its translation is at `editor.symbol.name`. */
export type SymbolName = { [G in SymbolGroup]: NamesOf<G> }[SymbolGroup];

export const SYMBOL_GROUPS = Object.keys(drawings) as SymbolGroup[];

export const symbolsOf = (group: SymbolGroup) => Object.keys(drawings[group]) as SymbolName[];

/** The path data of every symbol. */
export const PATHS: ReadonlyMap<string, string> = new Map<string, string>(
  Object.values(drawings).flatMap((group) => Object.entries(group)),
);
