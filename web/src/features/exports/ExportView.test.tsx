import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { ExportView } from './ExportView';

afterEach(takeAway);

const UUID = '6a4f2e0c-8f0e-4a0d-9a53-7a5a5b0e6d11';

const bundle = (more: object) => ({
  [`GET /v1/exports/${UUID}`]: {
    body: {
      export: {
        uuid: UUID,
        kind: 'certificate',
        marks: false,
        gap: 0,
        state: 'finished',
        input_count: 12000,
        ready_count: 12000,
        left_out_count: 0,
        left_out: [],
        part_count: 1,
        created_at: '2026-01-01T10:00:00Z',
        finished_at: '2026-01-01T11:00:00Z',
        expires_at: '2026-01-08T10:00:00Z',
        ...more,
      },
    },
  },
});

test('what is too much for one ZIP is offered in parts, each by itself', async () => {
  const { user, asked } = showScreen(<ExportView uuid={UUID} onClose={() => {}} />, {
    server: bundle({ part_count: 3 }),
  });
  await screen.findByText('You get 3 ZIP files of up to 5,000 credentials each.');
  await user.click(screen.getByRole('button', { name: 'ZIP 2 of 3' }));
  const request = asked.find(({ url }) => url.endsWith('/link'));
  expect(await request?.json()).toEqual({ part: 2 });
});

test('what fits is one ZIP', async () => {
  showScreen(<ExportView uuid={UUID} onClose={() => {}} />, { server: bundle({}) });
  await screen.findByRole('button', { name: 'Download ZIP' });
  expect(screen.queryByText(/ZIP 1 of/)).toBeNull();
});
