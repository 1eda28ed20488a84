import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { takeAway } from '../../testing/showScreen';
import { useDialogs } from '../dialog/store';
import { useDirtyGuard } from './useDirtyGuard';

afterEach(takeAway);

const changed = { current: false };

function Form() {
  useDirtyGuard(() => changed.current);
  return <h1>Form</h1>;
}

function showForm() {
  changed.current = true;
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Home</h1> },
      { path: '/form', element: <Form /> },
    ],
    { initialEntries: ['/', '/form'] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

test('a page is left without a question as soon as its changes are saved, before it renders again', async () => {
  const router = showForm();
  changed.current = false;
  await router.navigate(-1);
  await screen.findByRole('heading', { name: 'Home' });
  expect(useDialogs.getState().open).toHaveLength(0);
});

test('a page with a change that was never rendered asks first', async () => {
  const router = showForm();
  changed.current = false;
  await router.navigate('/form?again');
  changed.current = true;
  void router.navigate('/');
  await expect.poll(() => useDialogs.getState().open.length).toBe(1);
  screen.getByRole('heading', { name: 'Form' });
});
