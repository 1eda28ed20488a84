import type { Block, DesignDocument } from '../../core/document/types';

const FRAME = new Set<string>(['top', 'left', 'image_width', 'image_height']);

/** Whether two designs differ at most in the position and size of their blocks. */
export function onlyMoved(a: DesignDocument, b: DesignDocument): boolean {
  if (a === b) return true;
  const { blocks: before, ...was } = a;
  const { blocks: after, ...is } = b;
  return (
    before.length === after.length && equal(was, is) && before.every((block, i) => sameBut(block, after[i]))
  );
}

function sameBut(a: Block, b: Block | undefined): boolean {
  return a === b || (b !== undefined && equal(a, b, FRAME));
}

function equal(a: object, b: object, but: ReadonlySet<string> = new Set()): boolean {
  const [was, is] = [Object.entries(a), new Map(Object.entries(b))];
  return was.length === is.size && was.every(([name, value]) => but.has(name) || is.get(name) === value);
}
