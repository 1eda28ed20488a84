import { describe, expect, it } from 'vitest';
import { isExternal, safeReturnPath, sanitizedAddress, withoutSecrets } from './urls';

describe('the way back after signing in', () => {
  it.each([
    ['/groups?page=2#top', '/groups?page=2#top'],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['https://evil.example/', null],
    ['javascript:alert(1)', null],
    [null, null],
  ])('%s leads to %s', (path, expected) => {
    expect(safeReturnPath(path)).toBe(expected);
  });
});

describe('addresses that are recorded', () => {
  it.each(['key', 'authorization', 'token', 'reset_token', 'next', 'url'])('lose their %s', (name) => {
    expect(withoutSecrets(`https://a.example/b?page=2&${name}=s3cret`)).toBe('https://a.example/b?page=2');
  });

  it('lose user and password', () => {
    expect(withoutSecrets('https://me:pw@a.example/')).toBe('https://a.example/');
  });
});

describe('addresses to be sent on to', () => {
  it.each([
    ['https://school.example/course?id=2', 'https://school.example/course?id=2'],
    ['https://me:pw@school.example/?token=s3cret', 'https://school.example/'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['/groups', null],
    [null, null],
  ])('%s becomes %s', (text, expected) => {
    expect(sanitizedAddress(text)).toBe(expected);
  });
});

describe('links to other sites', () => {
  it.each([
    ['https://other.example/', true],
    ['https://laurel.example/groups', false],
    ['https://public.laurel.example/x', false],
    ['https://notlaurel.example/', true],
    ['mailto:a@b.example', false],
  ])('%s is external: %s', (address, expected) => {
    expect(isExternal(address, ['laurel.example'])).toBe(expected);
  });
});
