import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { showScreen, takeAway } from '../../testing/showScreen';
import { SelectField, TextField } from './fields';
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

function Size() {
  const form = useForm({ initial: { size: 'small' }, labels: { size: 'Size' } });
  return (
    <>
      <SelectField field={form.field('size')} data={[{ value: 'small', label: 'Small' }]} />
      <p data-testid="value">{form.values.size}</p>
    </>
  );
}

test('a select keeps its value when it is chosen again', async () => {
  showScreen(<Size />, { server: {} });
  await userEvent.click(screen.getByRole('combobox', { name: 'Size' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Small' }));
  expect(screen.getByTestId('value').textContent).toBe('small');
});
