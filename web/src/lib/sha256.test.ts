import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from './sha256';

const texts = [
  '',
  'abc',
  'é漢字😀',
  ...[54, 55, 56, 63, 64, 65, 119, 120, 300].map((length) => 'a'.repeat(length)),
];

it.each(texts)('the hash of "%s" is the usual one', (text) => {
  expect(Buffer.from(sha256(text)).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
});
