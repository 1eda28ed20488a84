import { expect, test } from 'vitest';
import { type Inline, markdown } from './markdown';

const one = (text: string): Inline[] => {
  const [block] = markdown(text);
  return block?.kind === 'paragraph' ? (block.lines[0] ?? []) : [];
};
const bold = (...children: Inline[]): Inline => ({ kind: 'bold', children });
const italic = (...children: Inline[]): Inline => ({ kind: 'italic', children });

test.each<[string, unknown[]]>([
  ['plain', ['plain']],
  ['a **loom** here', ['a ', bold('loom'), ' here']],
  ['a *loom* and _warp_', ['a ', italic('loom'), ' and ', italic('warp')]],
  ['**very *fine* work**', [bold('very ', italic('fine'), ' work')]],
  ['snake_case_name and 2 * 3 * 4', ['snake_case_name and 2 * 3 * 4']],
  ['**open', ['**open']],
  ['\\*not italic\\*', ['*not italic*']],
  ['<b onclick=x>html</b>', ['<b onclick=x>html</b>']],
])('%s', (text, want) => {
  expect(one(text)).toEqual(want);
});

test('links lead to pages and mailboxes only', () => {
  expect(one('[my **loom**](https://example.org/loom)')).toEqual([
    { kind: 'link', href: 'https://example.org/loom', children: ['my ', bold('loom')] },
  ]);
  expect(one('see https://example.org/a.')).toEqual([
    'see ',
    { kind: 'link', href: 'https://example.org/a', children: ['https://example.org/a'] },
    '.',
  ]);
  for (const address of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/settings',
    '//evil.example',
    'x',
  ]) {
    expect(one(`[x](${address})`)).toEqual([`[x](${address})`]);
  }
});

test('blocks are paragraphs with their lines, and lists', () => {
  expect(markdown('one\ntwo\n\n- a\n- b\n1. c\n\n\nthree')).toEqual([
    { kind: 'paragraph', lines: [['one'], ['two']] },
    { kind: 'list', ordered: false, items: [['a'], ['b']] },
    { kind: 'list', ordered: true, items: [['c']] },
    { kind: 'paragraph', lines: [['three']] },
  ]);
  expect(markdown(' \n ')).toEqual([]);
});

test('the longest text with nothing but marks is read at once', () => {
  const began = performance.now();
  for (const mark of ['*', '**a', '[', '_a', '[a](', '**a*b', 'https://', '\\'])
    markdown(mark.repeat(5000 / mark.length));
  expect(performance.now() - began).toBeLessThan(1000);
});
