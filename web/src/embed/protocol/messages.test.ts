import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as kit from '../../kit/embed';
import {
  FROM_HOST,
  FROM_MAKER,
  type HostPayload,
  type MakerPayload,
  protocolSchema,
  RESULT,
  type Result,
} from './messages';
import { readMessage } from './read';
import { firstWrong } from './schema';

const message = (type: string, payload?: unknown, more: object = {}) => ({
  v: 1,
  id: 'a',
  type,
  payload,
  ...more,
});

describe('a message of a host', () => {
  it('is read with its payload, which may be left out', () => {
    const close = message('close', { force: true });
    expect(readMessage(close)).toEqual({
      state: 'message',
      message: { id: 'a', type: 'close', payload: { force: true } },
    });
    expect(readMessage({ v: 1, type: 'ping' })).toEqual({
      state: 'message',
      message: { id: undefined, type: 'ping', payload: {} },
    });
  });

  it.each([
    ['load', {}, 'design_id'],
    ['load', { design_id: '7' }, 'design_id'],
    ['load', { design_id: 0 }, 'design_id'],
    ['auth', { code: 7 }, 'code'],
    ['close', { force: 'yes' }, 'force'],
    ['set-locale', { locale: '<b>' }, 'locale'],
    ['set-theme', { primary: 'red' }, 'primary'],
    ['set-theme', { primary: '#12345g' }, 'primary'],
    ['set-theme', { radius: 17 }, 'radius'],
    ['set-theme', { logo: 'https://elsewhere.example/logo.png' }, 'logo'],
    ['set-theme', { logo: 'data:image/svg+xml;base64,AAAA' }, 'logo'],
    ['set-theme', [], ''],
    ['set-sample', {}, 'values'],
    ['set-sample', { values: { 'recipient.name': 1 } }, 'values.recipient.name'],
    [
      'set-sample',
      { values: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`a${at}`, ''])) },
      'values',
    ],
    ['set-features', { hidden_tabs: ['layers', 2] }, 'hidden_tabs.1'],
    ['export', { format: 'pdf' }, 'format'],
    ['export', { format: 'png', width: 15 }, 'width'],
    ['export', { format: 'png', width: 4097 }, 'width'],
    ['export', { format: 'png', width: 99.5 }, 'width'],
    ['init', { theme: { scheme: 'blue' } }, 'theme.scheme'],
  ])('%s with %o is wrong at %s', (type, payload, field) => {
    expect(readMessage(message(type, payload))).toEqual({ state: 'invalid', id: 'a', type, field });
  });

  it.each([
    null,
    'laurel:ready:1',
    [],
    { type: 'ping' },
    message('dance'),
    message('toString'),
    message('ping', {}, { v: 2 }),
    message('ping', {}, { id: 7 }),
  ])('%o concerns us not', (data) => {
    expect(readMessage(data)).toEqual({ state: 'foreign' });
  });

  it('may hold what a later version adds', () => {
    expect(readMessage(message('close', { force: true, softly: true })).state).toBe('message');
  });
});

it('the result is what hosts were promised', () => {
  const design = { id: null, rasterized_content_url: null };
  expect(firstWrong(RESULT, { completed: true, status: 404, design })).toBeUndefined();
  expect(firstWrong(RESULT, { completed: false, status: 200, design })).toBe('completed');
  expect(firstWrong(RESULT, { completed: true, status: 200, design: null })).toBe('design');
});

it('the kit speaks of the same things', () => {
  expectTypeOf<kit.Theme>().toExtend<HostPayload<'set-theme'>>();
  expectTypeOf<kit.Features>().toExtend<HostPayload<'set-features'>>();
  expectTypeOf<kit.Sample>().toExtend<HostPayload<'set-sample'>>();
  expectTypeOf<MakerPayload<'close'>>().toExtend<kit.CloseAnswer>();
  expectTypeOf<Omit<MakerPayload<'saved'>, 'design'>>().toExtend<Omit<kit.Saved, 'design'>>();
  expectTypeOf<MakerPayload<'upload'>['file']>().toExtend<kit.Uploaded>();
  expectTypeOf<Omit<Result, 'design'>>().toExtend<Omit<kit.Result, 'design'>>();
});

it('every message stands in the guide for hosts, and in the schema that they can load', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/embedding.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `([a-z-]+)[ `]/gm)].map(([, type]) => type);
  const all = [...Object.keys(FROM_HOST), ...Object.keys(FROM_MAKER)];
  expect(all.filter((type) => !rows.includes(type))).toEqual([]);
  const { $defs } = protocolSchema();
  expect($defs.fromHost.oneOf.length + $defs.fromMaker.oneOf.length).toBe(all.length);
});
