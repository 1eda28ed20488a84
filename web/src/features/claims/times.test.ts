import { describe, expect, it } from 'vitest';
import { domainsOf, fromField, toField } from './times';

describe('the times of a link', () => {
  it('come back as they went in', () => {
    const moment = '2026-05-04T09:30:00.000Z';
    expect(fromField(toField(moment))).toBe(moment);
    expect(toField(null)).toBe('');
    expect(fromField('')).toBeNull();
  });
});

describe('domains', () => {
  it('are read however they are separated', () => {
    expect(domainsOf(' a.org, b.org\nc.org;d.org ')).toEqual(['a.org', 'b.org', 'c.org', 'd.org']);
    expect(domainsOf('')).toEqual([]);
  });
});
