import { expect, it } from 'vitest';
import { Parent } from './parent';
import type { Result } from './protocol/messages';

const RESULT: Result = { completed: true, status: 200, design: { id: 1, rasterized_content_url: null } };
const HOST = 'https://host.example';
const OTHER = 'https://other.example';

/** A frame as a browser gives it: Firefox knows no ancestors, and the referrer may be withheld. */
function frame({ ancestors, referrer = '' }: { ancestors?: string[]; referrer?: string }) {
  const posted: [unknown, string][] = [];
  const parent = { postMessage: (data: unknown, origin: string) => posted.push([data, origin]) };
  const self = { parent, location: { ancestorOrigins: ancestors }, document: { referrer } };
  return { posted, parent: parent as unknown as Window, self: self as unknown as Window };
}

it('tells the page that the browser names, and nobody else', () => {
  const { self, posted, parent } = frame({ ancestors: [HOST] });
  const host = new Parent(self, OTHER);
  host.hello();
  expect(host.allow([OTHER, HOST])).toBe(true);
  host.hello();
  host.tell(RESULT);
  host.tell(RESULT);
  expect(posted).toEqual([
    ['laurel:ready:1', HOST],
    [RESULT, HOST],
  ]);
  expect(host.sent({ source: parent, origin: HOST })).toBe(true);
  expect(host.sent({ source: parent, origin: OTHER })).toBe(false);
  expect(host.sent({ source: {} as Window, origin: HOST })).toBe(false);
});

it('refuses a page that is not on the list', () => {
  const host = new Parent(frame({ referrer: `${OTHER}/page` }).self, undefined);
  expect(host.evident).toBe(OTHER);
  expect(host.allow([HOST])).toBe(false);
});

it('knows a page without an origin, and tells it nothing', () => {
  const { self, posted, parent } = frame({ ancestors: ['null'] });
  const host = new Parent(self, HOST);
  expect(host.nameless).toBe(true);
  host.hello();
  host.tell(RESULT);
  expect(posted).toEqual([]);
  expect(host.sent({ source: parent, origin: 'null' })).toBe(false);
});

it('tells whoever shows it that it could not open, where the browser does not name them', () => {
  for (const given of [{}, { ancestors: ['null'] }]) {
    const { self, posted } = frame(given);
    const failure: Result = {
      completed: true,
      status: 401,
      design: { id: null, rasterized_content_url: null },
    };
    new Parent(self, undefined).tell(failure);
    expect(posted).toEqual([[failure, '*']]);
  }
});

it('takes the only page on the list where the browser tells nothing', () => {
  const { self, posted } = frame({});
  const host = new Parent(self, undefined);
  host.hello();
  expect(posted).toEqual([]);
  expect(host.allow([HOST])).toBe(true);
  host.hello();
  host.tell(RESULT);
  expect(posted).toEqual([
    ['laurel:ready:1', HOST],
    [RESULT, HOST],
  ]);
});

it('waits for the first word of a page on a longer list', () => {
  const { self, posted, parent } = frame({});
  const host = new Parent(self, HOST);
  host.hello();
  host.allow([HOST, OTHER]);
  expect(host.sent({ source: parent, origin: 'https://third.example' })).toBe(false);
  expect(host.sent({ source: parent, origin: OTHER })).toBe(true);
  host.pin(OTHER);
  host.tell(RESULT);
  expect(posted).toEqual([
    ['laurel:ready:1', HOST],
    [RESULT, OTHER],
  ]);
});

it('leaves it to the browser which of the listed pages hears the end, where the host never spoke', () => {
  const { self, posted } = frame({});
  const host = new Parent(self, undefined);
  host.allow([HOST, OTHER]);
  host.tell(RESULT);
  expect(posted.map(([, origin]) => origin)).toEqual([HOST, OTHER]);
});

it('says nothing in a window of its own', () => {
  const posted: unknown[] = [];
  const self = {
    postMessage: (data: unknown) => posted.push(data),
    location: {},
    document: { referrer: HOST },
  };
  const host = new Parent(Object.assign(self, { parent: self }) as unknown as Window, HOST);
  host.hello();
  expect(host.allow([HOST])).toBe(true);
  host.tell(RESULT);
  expect(posted).toEqual([]);
});
