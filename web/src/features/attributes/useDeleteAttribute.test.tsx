import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import type { AttributeKey } from './api';
import { useDeleteAttribute } from './useDeleteAttribute';

afterEach(takeAway);

const TUTOR = { id: 7, name: 'Tutor', tag: '[custom.tutor]' } as AttributeKey;

function DeleteButton() {
  const remove = useDeleteAttribute();
  return <Button onClick={() => void remove(TUTOR)}>Open</Button>;
}

function show(usage: { design_count: number; credential_count: number; count_is_capped: boolean }) {
  return showScreen(<DeleteButton />, {
    server: {
      'GET /v1/attribute_keys/7/usage': { body: usage },
      'POST /v1/attribute_keys/delete': { body: { success: true } },
    },
  });
}

test.each([
  [{ credential_count: 0, count_is_capped: false }, /No credential has a value for it/],
  [{ credential_count: 1240, count_is_capped: false }, /1,240 credentials have a value for it/],
  [{ credential_count: 10_000, count_is_capped: true }, /10,000\+ credentials have a value for it/],
])('an attribute is deleted after the credentials that use it were named: %o', async (usage, words) => {
  const { user, asked } = show({ design_count: 0, ...usage });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText(words);
  await user.click(screen.getByRole('button', { name: 'Delete attribute' }));
  await screen.findByText('Attribute deleted.');
  expect(asked.filter(({ url }) => url.endsWith('/attribute_keys/delete'))).toHaveLength(1);
});

test('an attribute that designs use is not deleted, and they are counted', async () => {
  const { user } = show({ design_count: 3, credential_count: 0, count_is_capped: false });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText('3 designs use “Tutor”');
  expect(screen.queryByRole('button', { name: 'Delete attribute' })).toBeNull();
});
