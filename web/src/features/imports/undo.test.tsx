import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import type { Import } from './types';
import { UndoState, useUndo } from './UndoState';

function UndoButton({ of }: { of: Partial<Import> }) {
  const undo = useUndo(of as Import);
  return (
    <button type="button" onClick={() => void undo()}>
      Undo import
    </button>
  );
}

afterEach(takeAway);

test.each([
  [false, 'Delete 122 drafts'],
  [true, 'Revoke up to 122 credentials'],
])('undoing an import says how many credentials it takes (published: %s)', async (publish, label) => {
  const { user, asked } = showScreen(
    <UndoButton of={{ uuid: 'u', created: 122, updated: 0, publish, hold_minutes: 5 }} />,
    { server: {} },
  );
  await user.click(screen.getByRole('button', { name: 'Undo import' }));
  const question = await screen.findByRole('dialog', { name: 'Undo this import?' });
  within(question).getByRole('button', { name: label });
  expect(asked).toEqual([]);
});

test('an undo that stopped says why, and is resumed by undoing again', async () => {
  const undo = {
    started_at: '2026-06-01T09:00:00Z',
    finished_at: '2026-06-01T09:01:00Z',
    deleted: 22,
    revoked: 0,
    not_undone: [],
    stop: {
      code: 'starter.right_lost' as const,
      message: 'Whoever started this lost the permission.',
      not_done_count: 100,
      can_resume: true,
    },
  };
  const { user, asked } = showScreen(<UndoState spreadsheet={{ uuid: 'u', created: 122 }} undo={undo} />, {
    server: { 'POST /v1/imports/u/undo': { body: { import: { uuid: 'u' } } } },
  });
  await screen.findByText('Undo stopped');
  screen.getByText(undo.stop.message);
  await user.click(screen.getByRole('button', { name: 'Resume 100 remaining' }));
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/imports/u/undo']);
});
