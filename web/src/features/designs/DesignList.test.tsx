import { waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { DesignList } from './DesignList';

afterEach(takeAway);

test('a page of designs has ten', async () => {
  const server = { 'POST /v1/certificate_designs/all': { body: { designs: [], meta: { total_count: 0 } } } };
  const { asked } = showScreen(<DesignList mayManage={false} />, { server });
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(await asked.find(({ url }) => url.endsWith('/all'))?.json()).toMatchObject({ page_size: 10 });
});
