import { expect, test } from 'vitest';
import { plainName, withPlainName } from './names';

test('a name is unescaped exactly once', () => {
  expect(plainName('Arts &amp; Crafts &lt;2026&gt; &quot;A&#x2F;B&#x27;s&quot;')).toBe(
    'Arts & Crafts <2026> "A/B\'s"',
  );
  expect(plainName('&amp;lt;')).toBe('&lt;');
  expect(plainName('plain & simple')).toBe('plain & simple');
});

test('the rest of a design stays as it is', () => {
  expect(withPlainName({ id: 3, name: 'A &amp; B' })).toEqual({ id: 3, name: 'A & B' });
});
