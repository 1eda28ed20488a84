import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { TextField } from './fields';
import { useForm } from './useForm';

afterEach(takeAway);

function Fields() {
  const form = useForm({ initial: { email: '', name: '' }, labels: { email: 'Email', name: 'Name' } });
  return (
    <>
      <TextField field={form.field('email')} type="email" />
      <TextField field={form.field('name')} />
    </>
  );
}

test('a field for an email address shows a sample of one', () => {
  showScreen(<Fields />, { server: {} });
  expect(screen.getByLabelText<HTMLInputElement>('Email').placeholder).toBe('name@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Name').placeholder).toBe('');
});
