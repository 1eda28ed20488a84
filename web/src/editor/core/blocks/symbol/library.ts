import drawings from './library.json';

/** The groups of symbols; `shape` holds what badges are made of. Their names are keys under `editor.symbol.group`. */
export type SymbolGroup = keyof typeof drawings;
type NamesOf<G extends SymbolGroup> = keyof (typeof drawings)[G] & string;
/** What a symbol is called in a document; its words are at `editor.symbol.name`. */
export type SymbolName = { [G in SymbolGroup]: NamesOf<G> }[SymbolGroup];

export const SYMBOL_GROUPS = Object.keys(drawings) as SymbolGroup[];

export const symbolsOf = (group: SymbolGroup) => Object.keys(drawings[group]) as SymbolName[];

/** The path of every symbol in its field. */
export const PATHS: ReadonlyMap<string, string> = new Map<string, string>(
  Object.values(drawings).flatMap((group) => Object.entries(group)),
);
