import { describe, expect, it } from 'vitest';
import type { AttributeKey } from './api';
import { credentialInput, expiryOf, newCredential, sortAttributes } from './credentialForm';

const attribute = (key: string) => ({ key, kind: 'text', tagName: `custom.${key}` }) as AttributeKey;

describe('a credential in its form', () => {
  it('tells the server what was typed, and leaves expiry and privacy of a new one to its group', () => {
    const values = {
      ...newCredential('2026-05-01', [attribute('tutor'), attribute('room')]),
      'recipient.name': ' Ana Silva ',
      'recipient.email': 'ana@example.org',
      'recipient.language': 'pt-BR',
      'custom_attributes.tutor': 'Dr. Ito',
      grade: '92.5',
    };
    const told = {
      group_id: 7,
      recipient: { name: 'Ana Silva', email: 'ana@example.org', language: 'pt-BR' },
      license_id: '',
      name: '',
      description: '',
      issued_on: '2026-05-01',
      grade: 92.5,
      custom_attributes: { tutor: 'Dr. Ito', room: null },
    };
    expect(credentialInput(values, 7, true)).toEqual(told);
    expect(credentialInput(values, 7, false)).toEqual({ ...told, expired_on: null });
  });

  it('puts the attributes of the design before the others', () => {
    const { shown, rest } = sortAttributes(
      [attribute('a'), attribute('b'), attribute('c')],
      ['b', 'custom.c'],
    );
    expect(shown.map(({ key }) => key)).toEqual(['b', 'c']);
    expect(rest.map(({ key }) => key)).toEqual(['a']);
  });
});

describe('the last day of validity', () => {
  it.each([
    ['2026-05-01', { amount: 10, unit: 'day' }, '2026-05-11'],
    ['2026-01-31', { amount: 1, unit: 'month' }, '2026-02-28'],
    ['2028-02-29', { amount: 1, unit: 'year' }, '2029-02-28'],
    ['2026-12-15', { amount: 2, unit: 'month' }, '2027-02-15'],
    ['2026-05-01', null, undefined],
    ['', { amount: 1, unit: 'year' }, undefined],
  ])('of %s with %o is %s', (issuedOn, expiry, last) => expect(expiryOf(issuedOn, expiry)).toBe(last));
});
