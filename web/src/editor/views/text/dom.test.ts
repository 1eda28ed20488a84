import { beforeEach, expect, test } from 'vitest';
import { drawLines, offsetOf, putSelection, readSelection, readText } from './dom';
import type { EditLines } from './lines';

let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('div');
  document.body.replaceChildren(host);
});

/** Words broken by hand: `|` where the layout broke a line, a line break where a person did. */
function laid(broken: string): EditLines {
  const lines: EditLines['lines'][number][] = [];
  let at = 0;
  for (const paragraph of broken.split('\n')) {
    for (const [index, piece] of paragraph.split('|').entries()) {
      lines.push({ start: at, end: at + piece.length, hard: index === 0, inset: 0, wordSpacing: 0 });
      at += piece.length;
    }
    at += 1;
  }
  return {
    text: broken.replaceAll('|', ''),
    lines,
    frame: { x: 0, y: 0, width: 100, height: 100 },
    top: 0,
    lineHeight: 20,
    size: 16,
    dir: 'ltr',
    face: { families: ['Inter'], weight: 400, italic: false },
  };
}

test.each(['', 'Hello', 'One |two\n\nthree', 'To [recipient.name]|, well done', 'Open\n'])(
  '%j is read as it was drawn, each line an element',
  (broken) => {
    const lines = laid(broken);
    drawLines(host, lines, false);
    expect(readText(host)).toBe(lines.text);
    expect(host.children).toHaveLength(broken.split(/[|\n]/).length);
  },
);

test.each(['One |two\n\nthree', 'To [recipient.name]|, |well [a.b] done'])(
  'every place in %j is found again',
  (broken) => {
    const { text, lines } = laid(broken);
    drawLines(host, laid(broken), false);
    for (let anchor = 0; anchor <= text.length; anchor++) {
      for (const focus of [anchor, text.length]) {
        putSelection(host, lines, { anchor, focus });
        expect(readSelection(host)).toEqual({ anchor, focus });
      }
    }
  },
);

test('the end of a line that the layout broke is the start of the next', () => {
  drawLines(host, laid('One |two'), false);
  const [first, second] = [...host.children];
  expect(offsetOf(host, first?.firstChild as Node, 4)).toBe(4);
  expect(offsetOf(host, second?.firstChild as Node, 0)).toBe(4);
  expect(offsetOf(host, host, 1)).toBe(4);
});

test('tags are one element each, also where a line breaks them', () => {
  drawLines(host, laid('To [recipient|.name] now'), false);
  expect([...host.querySelectorAll('[data-tag]')].map((chip) => chip.textContent)).toEqual([
    '[recipient',
    '.name]',
  ]);
});

test('lines that did not change keep their elements', () => {
  drawLines(host, laid('One |two'), false);
  const text = host.firstElementChild?.firstChild;
  drawLines(host, laid('One |two more\nthree'), false);
  expect(host.firstElementChild?.firstChild).toBe(text);
  drawLines(host, laid('One'), false);
  expect(readText(host)).toBe('One');
});
