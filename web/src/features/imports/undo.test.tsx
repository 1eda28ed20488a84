import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import type { Import } from './types';
import { useUndo } from './UndoState';

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
