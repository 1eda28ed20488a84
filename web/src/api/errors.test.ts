import { describe, expect, it } from 'vitest';
import { ApiError, fieldMessages, messageLines } from './errors';

describe('the lines shown for an error body', () => {
  const cases: [name: string, body: unknown, lines: string[]][] = [
    ['a text', { errors: 'Invalid group' }, ['Invalid group']],
    ['a list', { errors: ['First', 'Second'] }, ['First', 'Second']],
    [
      'an object of field to messages',
      { errors: { name: ['is missing'], url: ['is wrong', 'is private'] } },
      ['name: is missing', 'url: is wrong', 'url: is private'],
    ],
    ['one message without a list', { errors: { name: 'is missing' } }, ['name: is missing']],
    ['messages that belong to no field', { errors: { base: ['No credits left'] } }, ['No credits left']],
    ['objects with a message', { errors: [{ code: 'x', message: 'Broken' }] }, ['Broken']],
    ['nested fields', { errors: { recipient: { email: ['is taken'] } } }, ['recipient: email: is taken']],
    ['the singular key', { error: "Doesn't exist" }, ["Doesn't exist"]],
    ['a bare text', 'Access denied', ['Access denied']],
    ['nothing', undefined, []],
    ['an empty object', {}, []],
    ['null messages', { errors: { name: null } }, []],
  ];
  it.each(cases)('%s', (_name, body, lines) => {
    expect(messageLines(fieldMessages(body))).toEqual(lines);
  });
});

describe('ApiError', () => {
  it('keeps code, status and messages per field', () => {
    const error = new ApiError(422, { code: 'name_taken', errors: { name: ['is taken'] } });
    expect(error).toMatchObject({ status: 422, code: 'name_taken', fields: { name: ['is taken'] } });
    expect(error.lines).toEqual(['name: is taken']);
  });

  it('has a message even when the body says nothing', () => {
    expect(new ApiError(500, '').message).toBe('HTTP 500');
  });
});
