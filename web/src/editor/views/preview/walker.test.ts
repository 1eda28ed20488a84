import { expect, test } from 'vitest';
import type { PreviewRecipient, RecipientStep, RecipientStretch } from '../../state/ports/preview';
import { Walker } from './walker';

const people = (count: number, from = 10): PreviewRecipient[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + 2 * index, name: `P${index}`, values: {} }));

/** A server with these people, and what it was asked. */
function server(all: PreviewRecipient[]) {
  const asked: RecipientStep[] = [];
  const read = async (step: RecipientStep): Promise<RecipientStretch> => {
    asked.push(step);
    const { after = 0, before, limit } = step;
    const found =
      before === undefined
        ? all.filter(({ id }) => id > after).slice(0, limit)
        : all.filter(({ id }) => id < before).slice(-limit);
    const start = step.after === undefined && before === undefined;
    return {
      recipients: found,
      earlier: found[0] ? all.indexOf(found[0]) : 0,
      total: all.length,
      longest: start ? (all[80]?.id ?? null) : null,
      shortest: start ? (all[1]?.id ?? null) : null,
    };
  };
  return { walker: new Walker(read), asked };
}

const { signal } = new AbortController();

test('goes on and back, and asks only for what it does not know', async () => {
  const { walker, asked } = server(people(100));
  expect(await walker.start(signal)).toMatchObject({ place: 0, recipient: { name: 'P0' } });
  expect(await walker.at(29, signal)).toMatchObject({ recipient: { name: 'P29' } });
  expect(asked).toHaveLength(1);
  expect(await walker.at(30, signal)).toMatchObject({ place: 30, recipient: { name: 'P30' } });
  expect(asked).toHaveLength(2);
  expect(await walker.at(-1, signal)).toBeUndefined();
  expect(await walker.at(100, signal)).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test('jumps to one far away and steps back from there', async () => {
  const { walker, asked } = server(people(100));
  await walker.start(signal);
  const longest = await walker.find(walker.longest ?? 0, signal);
  expect(longest).toMatchObject({ place: 80, recipient: { name: 'P80' } });
  expect(await walker.at(79, signal)).toMatchObject({ place: 79, recipient: { name: 'P79' } });
  expect(await walker.at(78, signal)).toMatchObject({ recipient: { name: 'P78' } });
  expect(asked).toHaveLength(3);
});

test('goes through everybody once, in order', async () => {
  const { walker, asked } = server(people(1234));
  await walker.start(signal);
  await walker.find(walker.longest ?? 0, signal);
  const seen: string[] = [];
  for await (const part of walker.all(signal)) seen.push(...part.map(({ recipient }) => recipient.name));
  expect(seen).toEqual(people(1234).map(({ name }) => name));
  expect(asked.length).toBeLessThanOrEqual(6);
  const before = asked.length;
  for await (const part of walker.all(signal)) expect(part.length).toBeGreaterThan(0);
  expect(asked).toHaveLength(before);
});

test('an empty group has nobody', async () => {
  const { walker } = server([]);
  expect(await walker.start(signal)).toBeUndefined();
  for await (const part of walker.all(signal)) expect(part).toEqual([]);
});

test('starts over when somebody was added meanwhile', async () => {
  const all = people(40);
  const { walker } = server(all);
  await walker.start(signal);
  all.splice(5, 0, { id: 19, name: 'New', values: {} });
  expect(await walker.at(30, signal)).toMatchObject({ recipient: { name: 'P30' }, place: 31 });
  expect(walker.total).toBe(41);
});
