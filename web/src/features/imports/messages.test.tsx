import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import english from '../../i18n/english';
import { type Said, showScreen, takeAway } from '../../testing/showScreen';
import { Component as ImportCreatePage } from './ImportCreatePage';
import { ImportPage } from './ImportPage';
import { ResultStep } from './ResultStep';

const UUID = '3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16';
const failed = {
  uuid: UUID,
  id: 12,
  state: 'failed',
  undo: null,
  problem: { code: 'import.unreadable', message: 'The workbook is protected with a password.' },
  file_name: 'people.xlsx',
  size: 2048,
  settings: { group_id: 7 },
  created_by: 'Grace Hopper',
  created_at: '2026-06-01T09:00:00Z',
};
const None = () => null;

afterEach(takeAway);

test('a spreadsheet that could not be processed is told as kept for analysis, with the reason', async () => {
  showScreen(<ImportPage PublishDialog={None} AttributeDialog={None} />, {
    at: `/imports/${UUID}`,
    route: '/imports/:uuid',
    server: { [`GET /v1/imports/${UUID}`]: { body: { import: failed } } },
  });
  await screen.findByText('Upload failed');
  screen.getByText('There was a problem processing your spreadsheet. The file is saved for analysis.');
  screen.getByText('The workbook is protected with a password.');
});

async function choose(file: File, server: Record<string, Said> = {}) {
  const { user, asked } = showScreen(<ImportCreatePage />, { at: '/imports/new?group_id=7', server });
  const chooser = document.querySelector('input[type=file]');
  if (!(chooser instanceof HTMLInputElement)) throw new Error('no way to choose a file');
  // As a dropped file comes, whatever the browser's own dialog would have kept out.
  fireEvent.change(chooser, { target: { files: [file] } });
  return { user, asked };
}

test('a spreadsheet that is too large is told with the largest size, before it is sent', async () => {
  const file = new File(['x'], 'people.csv');
  Object.defineProperty(file, 'size', { value: 20 * 1024 * 1024 + 1 });
  const { asked } = await choose(file);
  await screen.findByText(/too large.*20/);
  expect(asked.filter(({ url }) => url.includes('upload_policies'))).toEqual([]);
});

test('what is no spreadsheet is told before it is sent', async () => {
  const { asked } = await choose(new File(['x'], 'people.pdf'));
  await screen.findByText(english.imports.file.type);
  expect(asked.filter(({ url }) => url.includes('upload_policies'))).toEqual([]);
});

test('a spreadsheet that the server does not take is told with its reason, and can be sent again', async () => {
  const reason = english.errors.import.failed;
  const { user } = await choose(new File(['x'], 'people.csv'), {
    'POST /v1/upload_policies/s3_policy': { status: 422, body: { errors: reason, code: 'import.failed' } },
  });
  await user.click(screen.getByRole('button', { name: english.imports.create.submit }));
  await screen.findByText(reason);
  screen.getByRole('button', { name: english.ui.error.retry });
});

test('stopping an import says how many rows stay and how many will not be imported', async () => {
  const running = {
    ...failed,
    state: 'importing',
    problem: null,
    total_rows: 1500,
    created: 290,
    updated: 10,
    skipped: 0,
    failed: 0,
  };
  const { user } = showScreen(<ResultStep spreadsheet={running as never} PublishDialog={None} />, {
    server: {},
  });
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await screen.findByText(/300 rows are imported so far/);
  screen.getByText(/1,200 remaining rows won’t be imported/);
});

const stop = {
  code: 'starter.not_member',
  message: 'Whoever started this is no longer a member.',
  not_done_count: 1200,
  can_resume: true,
};
const stopped = {
  ...failed,
  state: 'stopped',
  problem: null,
  total_rows: 1500,
  created: 290,
  updated: 10,
  skipped: 0,
  failed: 0,
  started_at: '2026-06-01T09:00:00Z',
  stop,
};

test('an import that stopped says why, and can be resumed by whoever may', async () => {
  const { user, asked } = showScreen(<ResultStep spreadsheet={stopped as never} PublishDialog={None} />, {
    server: { [`POST /v1/imports/${UUID}/resume`]: { body: { import: { ...stopped, state: 'importing' } } } },
  });
  await screen.findByText('Stopped after 300 of 1,500');
  screen.getByText(stop.message);
  screen.getByText('300 rows imported');
  await user.click(screen.getByRole('button', { name: 'Resume 1,200 remaining' }));
  expect(asked.map(({ url }) => new URL(url).pathname)).toContain(`/v1/imports/${UUID}/resume`);
});

test('an import that stopped while its rows were checked shows no result', async () => {
  const unchecked = {
    ...stopped,
    created: 0,
    updated: 0,
    started_at: null,
    stop: { ...stop, not_done_count: 1500, can_resume: false },
  };
  showScreen(<ResultStep spreadsheet={unchecked as never} PublishDialog={None} />, { server: {} });
  await screen.findByText('Stopped after 0 of 1,500');
  expect(screen.queryByText(/rows imported/)).toBeNull();
  expect(screen.queryByRole('button', { name: /Resume/ })).toBeNull();
});
