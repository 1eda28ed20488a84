import contractFile from 'virtual:laurel-contract';
import { expect, it } from 'vitest';
import { readChanges } from './Changes';
import { readContracts, searched } from './contract';
import { postmanCollection } from './postman';
import { LANGUAGES, snippet } from './snippets';

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

it('tells the fields of a body, those within others deeper, and which must be there', () => {
  const sends = call('signIn')?.sends ?? [];
  expect(sends.find(({ name }) => name === 'email')).toMatchObject({
    depth: 0,
    type: 'string',
    required: true,
  });
  const answers = call('groupRead')?.answers ?? [];
  expect(answers[0]).toMatchObject({ name: 'group', depth: 0 });
  expect(answers.find(({ name }) => name === 'course_name')).toMatchObject({ depth: 1, type: 'string' });
  expect(call('signIn')?.open).toBe(true);
  expect(call('groupRead')?.open).toBe(false);
});

it('finds calls by all the words of a search', () => {
  const ids = (text: string) =>
    searched(sections, text).flatMap((section) => section.calls.map(({ id }) => id));
  expect(ids('post issuer/groups')).toContain('groupCreate');
  expect(ids('post issuer/groups')).not.toContain('groupRead');
  expect(ids('no such words')).toEqual([]);
});

it('writes the request in each language with its key, its address and its body', () => {
  const body = '{\n  "name": "It\'s \\"so\\""\n}';
  for (const language of LANGUAGES) {
    const text = snippet(language, {
      method: 'PUT',
      url: 'https://laurel.example/v1/x?a=1',
      key: 'k3y',
      body,
    });
    expect(text).toContain('https://laurel.example/v1/x?a=1');
    expect(text).toContain('Token token=k3y');
    expect(text).toContain('PUT');
    expect(snippet(language, { method: 'GET', url: 'https://a.example', key: '', body: '' })).toContain(
      'YOUR_KEY',
    );
  }
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
