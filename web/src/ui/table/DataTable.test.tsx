import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { useListState } from '../list/useListState';
import { useSelection } from '../list/useSelection';
import { DataTable } from './DataTable';

afterEach(takeAway);

function Numbers({ rows }: { rows: number[] | undefined }) {
  const list = useListState();
  const selection = useSelection(rows?.length ?? 0);
  return (
    <DataTable
      label="Numbers"
      rows={rows}
      rowId={(row) => row}
      list={list}
      meta={undefined}
      selection={selection}
      columns={[{ key: 'n', header: 'Number', render: (row) => row }]}
      empty={null}
    />
  );
}

const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });

test('nothing can be selected while a list loads', () => {
  showScreen(<Numbers rows={undefined} />, { server: {} });
  expect(all().disabled).toBe(true);
});

test('all rows of a page are selected at once', async () => {
  const { user } = showScreen(<Numbers rows={[1, 2]} />, { server: {} });
  await user.click(all());
  expect(screen.getByText('2 selected')).toBeDefined();
});
