import { describe, expect, it } from 'vitest';
import { parseReference, publicPath, verifyLink, verifyText } from './reference';

const UUID = '3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16';

describe('a pasted link or id', () => {
  it.each([
    ['100482', '100482', null],
    ['  k7m2q9xa ', 'k7m2q9xa', null],
    [UUID, UUID, null],
    [`https://certs.example.org/${UUID}`, UUID, null],
    ['https://certs.example.org/k7m2q9xa?key=abc%2Bd', 'k7m2q9xa', 'abc+d'],
    ['https://certs.example.org/embed/k7m2q9xa', 'k7m2q9xa', null],
    ['certs.example.org/k7m2q9xa', 'k7m2q9xa', null],
    ['/k7m2q9xa', 'k7m2q9xa', null],
  ])('%s names %s', (text, ref, key) => expect(parseReference(text)).toEqual({ ref, key }));

  it.each([
    '',
    'hello',
    'javascript:alert(1)',
    'https://example.org/',
    'https://example.org/group/12',
    'https://example.org/about',
    'a b 1',
  ])('%j names nothing', (text) => expect(parseReference(text)).toBeNull());

  it('leads to the public page, with its key', () => {
    expect(publicPath({ ref: 'k7m2q9xa', key: 'a+b' })).toBe('/k7m2q9xa?key=a%2Bb');
  });
});

it('the link to the verification page never names a key', () => {
  expect(verifyLink('https://x.example/a1')).toEqual({ to: '/verify?url=https%3A%2F%2Fx.example%2Fa1' });
  const secret = verifyLink('https://x.example/a1?key=s3cret');
  expect(secret.to).toBe('/verify');
  expect(verifyText(secret.state)).toBe('https://x.example/a1?key=s3cret');
  expect(verifyText(null)).toBeNull();
  expect(verifyText({ verify: 1 })).toBeNull();
});
