import type { EditLine, EditLines } from './lines';
import { type TagRange, tagRanges } from './tags';

const HARD_ATTRIBUTE = 'data-hard';
const TAG_ATTRIBUTE = 'data-tag';
const GONE_ATTRIBUTE = 'data-gone';

/** The content of each line element, so that only changed lines are rebuilt. */
const shown = new WeakMap<Element, string>();

/** Shows the text line by line as laid out. `afresh` rebuilds all lines, also those that an IME changed. */
export function drawLines(host: HTMLElement, laid: EditLines, afresh: boolean): void {
  if (afresh) host.replaceChildren();
  const isGone = ({ start, end }: TagRange) => laid.gone?.includes(laid.text.slice(start + 1, end - 1));
  const tags = tagRanges(laid.text).map((range) => ({ ...range, gone: isGone(range) === true }));
  laid.lines.forEach((line, index) => {
    const element = host.children[index] ?? host.appendChild(document.createElement('div'));
    fill(element as HTMLElement, line, laid, tags);
  });
  while (host.children.length > laid.lines.length) host.lastElementChild?.remove();
  const first = host.firstElementChild as HTMLElement | null;
  if (first) first.style.marginBlockStart = `${laid.top}px`;
}

function fill(element: HTMLElement, line: EditLine, laid: EditLines, tags: readonly MarkedTag[]): void {
  element.toggleAttribute(HARD_ATTRIBUTE, line.hard);
  element.style.marginBlockStart = '';
  element.style.marginInlineStart = `${line.inset}px`;
  element.style.wordSpacing = line.wordSpacing === 0 ? '' : `${line.wordSpacing}px`;
  const parts = partsOf(line, tags);
  const text = laid.text.slice(line.start, line.end);
  const looks = `${parts.map(({ from, as }) => `${from}${as}`).join(' ')} ${text}`;
  if (shown.get(element) === looks) return;
  shown.set(element, looks);
  element.replaceChildren(
    ...parts.map(({ from, to, as }) => partNode(laid.text.slice(line.start + from, line.start + to), as)),
  );
  // Gives an empty line its height, and the caret a position.
  if (text === '') element.append(document.createElement('br'));
}

type MarkedTag = TagRange & { gone: boolean };
type Part = { from: number; to: number; as: 'words' | 'tag' | 'gone' };

/** Splits a line into alternating text and tags. A tag wider than the line is split across two lines. */
function partsOf({ start, end }: EditLine, tags: readonly MarkedTag[]): Part[] {
  const parts: Part[] = [];
  let at = start;
  const add = (to: number, as: Part['as']) => {
    if (to > at) parts.push({ from: at - start, to: to - start, as });
    at = Math.max(at, to);
  };
  for (const tag of tags) {
    if (tag.end <= start || tag.start >= end) continue;
    add(Math.max(tag.start, start), 'words');
    add(Math.min(tag.end, end), tag.gone ? 'gone' : 'tag');
  }
  add(end, 'words');
  return parts;
}

function partNode(text: string, as: Part['as']): Node {
  if (as === 'words') return document.createTextNode(text);
  const chip = document.createElement('span');
  chip.setAttribute(TAG_ATTRIBUTE, '');
  chip.toggleAttribute(GONE_ATTRIBUTE, as === 'gone');
  chip.textContent = text;
  return chip;
}

const isHard = (line: Element, index: number) => index > 0 && line.hasAttribute(HARD_ATTRIBUTE);

/** Returns the text in the elements, also while an IME changes them. */
export function readText(host: HTMLElement): string {
  return [...host.children]
    .map((line, index) => (isHard(line, index) ? '\n' : '') + (line.textContent ?? ''))
    .join('');
}

/** Returns the text offset of a DOM position. */
export function offsetOf(host: HTMLElement, node: Node, offset: number): number {
  const within = (line: Element) => line === node || line.contains(node);
  let at = 0;
  for (const [index, line] of [...host.children].entries()) {
    if (node === host && index >= offset) return at + (isHard(line, index) ? 1 : 0);
    if (isHard(line, index)) at += 1;
    if (within(line)) return at + lengthBefore(line, node, offset);
    at += line.textContent?.length ?? 0;
  }
  return at;
}

function lengthBefore(line: Element, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(line, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

type Place = { node: Node; offset: number };

/** Returns the DOM position of a text offset, at the start of a line rather than at the end of the previous one. */
function placeOf(host: HTMLElement, lines: readonly EditLine[], offset: number): Place {
  const index = Math.max(
    0,
    lines.findLastIndex(({ start }) => start <= offset),
  );
  const line = host.children[index];
  if (!line) return { node: host, offset: 0 };
  let rest = offset - (lines[index]?.start ?? 0);
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let last: Text | undefined;
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    last = node;
    if (rest < node.length || (rest === node.length && !isChip(node))) return { node, offset: rest };
    rest -= node.length;
  }
  return last ? { node: last, offset: last.length } : { node: line, offset: 0 };
}

const isChip = (node: Text) => node.parentElement?.hasAttribute(TAG_ATTRIBUTE) ?? false;

export type Selected = { anchor: number; focus: number };

/** Returns the selected range of the text, or undefined if the selection is elsewhere. */
export function readSelection(host: HTMLElement): Selected | undefined {
  const selection = window.getSelection();
  const { anchorNode, focusNode, anchorOffset, focusOffset } = selection ?? {};
  if (!anchorNode || !focusNode || !host.contains(anchorNode) || !host.contains(focusNode)) return undefined;
  return {
    anchor: offsetOf(host, anchorNode, anchorOffset ?? 0),
    focus: offsetOf(host, focusNode, focusOffset ?? 0),
  };
}

export function putSelection(
  host: HTMLElement,
  lines: readonly EditLine[],
  { anchor, focus }: Selected,
): void {
  const from = placeOf(host, lines, anchor);
  const to = placeOf(host, lines, focus);
  window.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

/** Returns the position of the caret in the window, for popups next to it. */
export function caretBox(host: HTMLElement): DOMRect | undefined {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const box = range.getBoundingClientRect();
  if (box.height > 0) return box;
  const element =
    range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement;
  return host.contains(element) ? element?.getBoundingClientRect() : undefined;
}
