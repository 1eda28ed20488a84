import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { ExportRows } from './ExportRows';

async function exportAs(name: string, answer: { status?: number; body: unknown }) {
  const { user, asked } = showScreen(<ExportRows order={{ entity: 'groups', query: 'weav' }} />, {
    server: { 'POST /v1/data_exports': answer },
  });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  return asked;
}

afterEach(takeAway);

test('a file of rows is told as generating, and that a mail will come', async () => {
  const asked = await exportAs('CSV file', {
    status: 201,
    body: { data_export: { id: 4, file_name: 'laurel-groups.csv', status: 'scheduled' } },
  });
  await screen.findByText('CSV generating. You’ll get it by email in a few minutes.');
  const sent = (await asked[0]?.json()) as { data_export: unknown };
  expect(sent.data_export).toEqual({ entity: 'groups', query: 'weav', format: 'csv' });
});

test('an export that did not begin says so', async () => {
  await exportAs('Excel workbook (XLSX)', { status: 503, body: { errors: 'Try again later.', code: 'x' } });
  await screen.findByText('The export didn’t start');
});
