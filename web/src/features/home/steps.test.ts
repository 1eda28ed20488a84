import { describe, expect, it } from 'vitest';
import { stepsOf } from './steps';

const none = { designs: 0, groups: 0, drafts: 0, published: 0 };
const marks = (counts: Partial<typeof none>) =>
  stepsOf({ ...none, ...counts })
    .map(({ done, current }) => (done ? 'x' : current ? '>' : '-'))
    .join('');

describe('the four steps', () => {
  it.each([
    ['a new department', {}, '>---'],
    ['a design', { designs: 1 }, 'x>--'],
    ['a group', { designs: 1, groups: 1 }, 'xx>-'],
    ['drafts', { designs: 1, groups: 1, drafts: 3 }, 'xxx>'],
    ['something published', { designs: 1, groups: 1, published: 1 }, 'xxxx'],
    ['a group without a design of its own', { groups: 1 }, '>x--'],
  ])('with %s', (_, counts, expected) => expect(marks(counts)).toBe(expected));
});
