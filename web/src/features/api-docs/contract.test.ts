import contractFile from 'virtual:laurel-contract';
import { expect, it } from 'vitest';
import { readChanges } from './Changes';
import { readContracts, searched } from './contract';
import { postmanCollection } from './postman';

const sections = readContracts(contractFile.contracts, contractFile.examples);
const calls = sections.flatMap((section) => section.calls);
const call = (id: string) => calls.find((other) => other.id === id);

it('has every call of the contract in one section', () => {
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const items = contractFile.contracts.flatMap(({ paths }) => Object.values(paths));
  const all = items.flatMap((item) => Object.keys(item).filter((key) => methods.includes(key)));
  expect(calls.length).toBe(all.length);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(all.length);
});

it('lists the fields of a body with the objects that hold them, and which are required', () => {
  const sends = call('signIn')?.sends ?? [];
  expect(sends.find(({ name }) => name === 'email')).toMatchObject({
    parent: '',
    type: 'string',
    required: true,
  });
  const answers = call('groupRead')?.answers ?? [];
  expect(answers[0]).toMatchObject({ name: 'group', parent: '' });
  expect(answers.find(({ name }) => name === 'course_name')).toMatchObject({
    parent: 'group',
    type: 'string',
  });
  expect(call('signIn')?.open).toBe(true);
  expect(call('groupRead')?.open).toBe(false);
});

it('finds calls by all the words of a search, and after them calls by their fields', () => {
  const ids = (text: string) => searched(sections, text).map(({ call: { id } }) => id);
  expect(ids('post issuer/groups')).toContain('groupCreate');
  expect(ids('post issuer/groups')).not.toContain('groupRead');
  expect(ids('no such words')).toEqual([]);
  const byField = searched(sections, 'plain_contract').map(({ call: { id }, field }) => [id, field]);
  expect(byField).toContainEqual(['embedSettingsUpdate', 'plain_contract']);
});

it('lists the errors of a call, and the scopes that it needs', () => {
  const create = call('credentialCreate');
  expect(create?.scopes).toEqual(['credentials:write']);
  expect(create?.errors.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['401', '403', '422', '429']),
  );
  expect(create?.errors.every(({ text }) => text !== '')).toBe(true);
});

it('exports every call for programs that read collections', () => {
  const collection = postmanCollection(sections, 'https://laurel.example');
  expect(collection.item.flatMap(({ item }) => item).length).toBe(calls.length);
  const read = collection.item
    .flatMap(({ item }) => item)
    .find(({ request }) => request.url.raw === '{{base}}/v1/issuer/groups/:id' && request.method === 'GET');
  expect(read?.request.url.variable).toEqual([{ key: 'id', value: '', description: expect.any(String) }]);
});

it('takes the changelog apart at its headings, and puts broken lines together', () => {
  const parts = readChanges('What is\nnew.\n\n## May\n\n- **Added** `GET\n  /v1/x`.\n- More\n');
  expect(parts).toEqual([
    { title: '', text: expect.stringContaining('What is new.') },
    { title: 'May', text: expect.stringContaining('- **Added** GET /v1/x.\n- More') },
  ]);
});
