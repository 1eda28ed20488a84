import { pieces } from './tags';

const TAG_ATTRIBUTE = 'data-tag';

/** A tag as one thing that the caret cannot enter. */
function chip(tag: string): HTMLElement {
  const element = document.createElement('span');
  element.contentEditable = 'false';
  element.setAttribute(TAG_ATTRIBUTE, tag);
  element.textContent = tag;
  return element;
}

function nodes(text: string): Node[] {
  return pieces(text).map((piece) =>
    piece.kind === 'tag' ? chip(piece.text) : document.createTextNode(piece.text),
  );
}

/** Fills the editable element. Its last line break is not part of the text. */
export function writeText(host: HTMLElement, text: string): void {
  host.replaceChildren(...nodes(text), document.createElement('br'));
}

/** Makes chips of the tags in a text node, and answers the last one. */
export function chipTags(typed: Text): HTMLElement | undefined {
  const made = nodes(typed.data);
  typed.replaceWith(...made);
  return made.filter(isChip).at(-1);
}

/**
 * The text of the editable element, whatever nodes the browser has made of it. A line break at its very end
 * only keeps the last line open, as it does on the screen.
 */
export function readText(host: HTMLElement): string {
  return [...host.childNodes].map(textOf).join('').replaceAll('\u00a0', ' ').replace(/\n$/, '');
}

function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof HTMLElement)) return '';
  if (node.tagName === 'BR') return '\n';
  return node.getAttribute(TAG_ATTRIBUTE) ?? [...node.childNodes].map(textOf).join('');
}

export const isChip = (node: Node | null | undefined): node is HTMLElement =>
  node instanceof HTMLElement && node.hasAttribute(TAG_ATTRIBUTE);

/** The caret's place in the host: its range, where nothing is selected. */
export function caretIn(host: HTMLElement): Range | null {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return host.contains(range.startContainer) ? range : null;
}

/** The tag that touches the caret on the side of the key. */
export function chipBeside(host: HTMLElement, key: 'Backspace' | 'Delete'): HTMLElement | null {
  const range = caretIn(host);
  if (!range?.collapsed) return null;
  const { startContainer: node, startOffset: offset } = range;
  const back = key === 'Backspace';
  let neighbour: Node | null | undefined;
  if (node === host) neighbour = host.childNodes[back ? offset - 1 : offset];
  else if (node instanceof Text && offset === (back ? 0 : node.length)) {
    neighbour = back ? node.previousSibling : node.nextSibling;
  }
  // Empty text nodes are left over from deleting and stand between nothing.
  while (neighbour instanceof Text && neighbour.length === 0) {
    neighbour = back ? neighbour.previousSibling : neighbour.nextSibling;
  }
  return isChip(neighbour) ? neighbour : null;
}

/** Puts text at the caret in place of what is selected, tags as chips, and the caret behind it. */
export function insertText(host: HTMLElement, text: string): void {
  const range = caretIn(host);
  if (!range) return;
  range.deleteContents();
  const made = nodes(text);
  const fragment = document.createDocumentFragment();
  fragment.append(...made);
  range.insertNode(fragment);
  const last = made.at(-1);
  if (last) putCaretAfter(last);
}

/** The text between the start of the caret's own node and the caret. */
export function textBefore(host: HTMLElement): string {
  const range = caretIn(host);
  if (!range?.collapsed || !(range.startContainer instanceof Text)) return '';
  return range.startContainer.data.slice(0, range.startOffset);
}

/** Takes away the letters just before the caret. */
export function deleteBefore(host: HTMLElement, count: number): void {
  const range = caretIn(host);
  if (!range || !(range.startContainer instanceof Text)) return;
  range.setStart(range.startContainer, Math.max(0, range.startOffset - count));
  range.deleteContents();
}

export function putCaretAfter(node: Node): void {
  const range = document.createRange();
  range.setStartAfter(node);
  range.collapse(true);
  const selection = window.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

export function selectAllIn(host: HTMLElement): void {
  const range = document.createRange();
  range.setStart(host, 0);
  range.setEnd(host, Math.max(0, host.childNodes.length - 1));
  const selection = window.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
