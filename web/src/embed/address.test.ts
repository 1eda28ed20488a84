import { describe, expect, it } from 'vitest';
import { originOf, readAddress } from './address';

const read = (rest: string) => readAddress(new URL(`https://laurel.example/design-maker${rest}`));

describe('the address of a frame', () => {
  it('is read under its newer and its older names, and from the fragment', () => {
    const wanted = { secret: 'Bearer a:b', departmentId: 7, designId: 42 };
    expect(read('?authorization=Bearer%20a%3Ab&department_id=7&design_id=42')).toMatchObject(wanted);
    expect(read('?issuer_token=Bearer%20a%3Ab&department_id=7&id=42')).toMatchObject(wanted);
    expect(read('?department_id=7#authorization=Bearer%20a%3Ab&id=42')).toMatchObject(wanted);
    expect(read('?department_id=7&unknown=1')).toMatchObject({ secret: '', designId: undefined });
  });

  it('opens nothing where a number is none', () => {
    for (const id of ['abc', '0', '-3', '1.5', '1e400']) expect(read(`?design_id=${id}`).designId).toBe(-1);
    expect(read('?department_id=x').departmentId).toBe(-1);
  });

  it('says how the host wants it', () => {
    expect(read('?theme=dark&locale=de&mode=view&origin=https://a.example')).toMatchObject({
      scheme: 'dark',
      locale: 'de',
      readOnly: true,
      origin: 'https://a.example',
    });
    expect(read('?theme=blue&mode=edit&origin=nowhere')).toMatchObject({
      scheme: undefined,
      readOnly: false,
      origin: undefined,
    });
  });
});

it('an origin is that of an address, and none of pages without one', () => {
  expect(originOf('https://a.example:8443/x?y')).toBe('https://a.example:8443');
  for (const none of [undefined, '', 'null', 'about:blank', 'data:text/html,x'])
    expect(originOf(none)).toBeUndefined();
});
