import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { RowsDialog } from './RowsDialog';

afterEach(takeAway);

test('all rows of what was chosen are asked for; the record is for who manages the department', async () => {
  const { user, asked } = showScreen(<RowsDialog onClose={() => undefined} />, {
    server: {
      'POST /v1/data_exports': {
        status: 201,
        body: { data_export: { id: 4, file_name: 'laurel-mails.xlsx', status: 'scheduled' } },
      },
    },
  });
  await user.click(screen.getByRole('combobox', { name: 'Data' }));
  const mails = await screen.findByRole('option', { name: 'Emails' });
  expect(screen.queryByRole('option', { name: 'Audit log' })).toBeNull();
  await user.click(mails);
  await user.click(screen.getByRole('radio', { name: 'Excel workbook (XLSX)' }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await screen.findByText('XLSX generating. You’ll get it by email in a few minutes.');
  const sent = (await asked[0]?.json()) as { data_export: unknown };
  expect(sent.data_export).toEqual({ entity: 'mails', format: 'xlsx' });
});
