import { expect, it } from 'vitest';
import { isWorking, stepOf } from './steps';

it.each([
  ['parsed', undefined, 'file'],
  ['parsed', 'columns', 'columns'],
  ['parsed', 'check', 'file'],
  ['validated', undefined, 'check'],
  ['validated', 'start', 'start'],
  ['validated', 'nonsense', 'check'],
  ['importing', 'columns', 'result'],
  ['completed', undefined, 'result'],
] as const)('in state %s the address “%s” leads to %s', (state, asked, step) => {
  expect(stepOf(state, asked)).toBe(step);
});

it('is at work while it reads, checks, imports and undoes', () => {
  const states = ['uploaded', 'parsed', 'mapped', 'validated', 'importing', 'completed', 'failed'] as const;
  expect(states.filter((state) => isWorking({ state, undo: null }))).toEqual([
    'uploaded',
    'mapped',
    'importing',
  ]);
  const undo = { started_at: 'x', finished_at: null, deleted: 0, revoked: 0, not_undone: [] };
  expect(isWorking({ state: 'completed', undo })).toBe(true);
  expect(isWorking({ state: 'completed', undo: { ...undo, finished_at: 'y' } })).toBe(false);
});
