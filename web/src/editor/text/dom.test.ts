import { beforeEach, expect, test } from 'vitest';
import { chipBeside, chipTags, isChip, readText, writeText } from './dom';

let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('div');
  document.body.replaceChildren(host);
});

test.each(['', 'Hello', 'To [recipient.name]', 'One\n\nthree', 'An open line\n'])(
  '%j is read as it was written',
  (text) => {
    writeText(host, text);
    expect(readText(host)).toBe(text);
  },
);

test('what the browser makes of line breaks and spaces is read as plain text', () => {
  host.innerHTML = 'One<br>two\u00a0too<br>';
  expect(readText(host)).toBe('One\ntwo too');
});

test('a typed tag becomes one thing', () => {
  host.append('To [recipient.name], well done');
  chipTags(host.firstChild as Text);
  expect([...host.childNodes].filter(isChip)).toHaveLength(1);
  expect(readText(host)).toBe('To [recipient.name], well done');
});

test.each([
  ['Backspace', 2, 0],
  ['Delete', 0, 3],
] as const)('%s finds the tag beside the caret', (key, node, offset) => {
  writeText(host, 'To [recipient.name] now');
  window.getSelection()?.collapse(host.childNodes[node] ?? null, offset);
  expect(chipBeside(host, key)?.textContent).toBe('[recipient.name]');
});
