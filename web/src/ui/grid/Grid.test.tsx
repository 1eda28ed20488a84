import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import english from '../../i18n/english';
import { Grid } from './Grid';
import type { GridRow } from './grid';

const i18n = i18next.createInstance();
await i18n
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } });

const COLUMNS = [
  { key: 'name', header: 'Name' },
  { key: 'email', header: 'Email' },
];
const ROWS: GridRow[] = [
  {
    id: 7,
    header: '2',
    cells: { name: { text: 'Ana' }, email: { text: 'ana@', note: 'Not an email address' } },
  },
  {
    id: 8,
    header: '3',
    cells: { name: { text: '', note: 'A name is missing' }, email: { text: 'bo@example.com' } },
  },
];

function show({ before = 0, total = 2, columns = COLUMNS, rows = ROWS } = {}) {
  const onWrite = vi.fn().mockResolvedValue(undefined);
  const onTurn = vi.fn();
  render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <Grid {...{ label: 'Rows', columns, rows, before, total, onWrite, onTurn }} />
      </MantineProvider>
    </I18nextProvider>,
  );
  return {
    onWrite,
    onTurn,
    user: userEvent.setup(),
    cell: (text: string) => screen.getByText(text).closest('div'),
  };
}

afterEach(() => {
  cleanup();
  document.documentElement.dir = 'ltr';
});

test('one cell is reached by Tab, the others by arrows', async () => {
  const { user, cell } = show();
  await user.tab();
  expect(document.activeElement).toBe(cell('Ana'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(cell('ana@'));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(cell('bo@example.com'));
});

test('arrows go the way one reads', async () => {
  document.documentElement.dir = 'rtl';
  const { user, cell } = show();
  await user.tab();
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(cell('ana@'));
});

test('Enter writes, and Enter again keeps it and goes down', async () => {
  const { user, onWrite, cell } = show();
  await user.tab();
  await user.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ana@');
  await user.keyboard('example.com{Enter}');
  expect(onWrite).toHaveBeenCalledExactlyOnceWith(ROWS[0], COLUMNS[1], 'ana@example.com');
  expect(document.activeElement).toBe(cell('bo@example.com'));
});

test('Escape leaves the cell as it was and stays there', async () => {
  const { user, onWrite, cell } = show();
  await user.tab();
  await user.keyboard('{F2}x{Escape}');
  expect(onWrite).not.toHaveBeenCalled();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(cell('Ana'));
});

test('typing over a cell replaces it, and Tab goes on to the next', async () => {
  const { user, onWrite, cell } = show();
  await user.tab();
  await user.keyboard('Bo{Tab}');
  expect(onWrite).toHaveBeenCalledExactlyOnceWith(ROWS[0], COLUMNS[0], 'Bo');
  expect(document.activeElement).toBe(cell('ana@'));
});

test('a cell that is left as it was is not kept again', async () => {
  const { user, onWrite } = show();
  await user.tab();
  await user.keyboard('{Enter}{Enter}');
  expect(onWrite).not.toHaveBeenCalled();
});

test('shows the new text while it is kept, and the old one when that was refused', async () => {
  const { user, onWrite } = show();
  let refuse: () => void = () => undefined;
  onWrite.mockReturnValue(
    new Promise((_, reject) => (refuse = () => reject(new Error('refused')))).catch(() => undefined),
  );
  await user.tab();
  await user.keyboard('Zoe{Enter}');
  expect(screen.getByText('Zoe')).toBeTruthy();
  refuse();
  expect(await screen.findByText('Ana')).toBeTruthy();
});

test('F8 goes to the next problem and round again', async () => {
  const { user, cell } = show();
  await user.tab();
  await user.keyboard('{F8}');
  expect(document.activeElement).toBe(cell('ana@'));
  await user.keyboard('{F8}');
  expect(document.activeElement).toBe(cell('A name is missing'));
  await user.keyboard('{F8}');
  expect(document.activeElement).toBe(cell('ana@'));
});

test('a press goes to a cell, the next one writes in it', async () => {
  const { user, cell } = show();
  await user.click(screen.getByText('ana@'));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(cell('ana@'));
  await user.click(screen.getByText('ana@'));
  expect(screen.getByRole('textbox', { name: 'Email' })).toBeTruthy();
});

test('leaving a cell by pressing elsewhere keeps what was written', async () => {
  const { user, onWrite } = show();
  await user.tab();
  await user.keyboard('Zoe');
  await user.click(screen.getByText('bo@example.com'));
  expect(onWrite).toHaveBeenCalledExactlyOnceWith(ROWS[0], COLUMNS[0], 'Zoe');
});

test('a switch is turned by Space and by a press, and never written in', async () => {
  const column = { key: 'take', header: 'Import' };
  const row: GridRow = { id: 7, header: '2', cells: { take: { text: '', on: true } } };
  const { user, onWrite } = show({ columns: [column], rows: [row] });
  await user.tab();
  await user.keyboard('x{Delete}');
  expect(onWrite).not.toHaveBeenCalled();
  await user.keyboard(' ');
  expect(onWrite).toHaveBeenLastCalledWith(row, column, '');
  await user.click(screen.getByRole('checkbox', { name: 'Import' }));
  expect(onWrite).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('turns the page past its last row, and not past the end of all', async () => {
  const { user, onTurn } = show({ total: 5 });
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(onTurn).toHaveBeenCalledExactlyOnceWith(1);
  cleanup();
  const other = show({ before: 3, total: 5 });
  await other.user.tab();
  await other.user.keyboard('{ArrowDown}{ArrowDown}');
  expect(other.onTurn).not.toHaveBeenCalled();
  await other.user.keyboard('{ArrowUp}{ArrowUp}');
  expect(other.onTurn).toHaveBeenCalledExactlyOnceWith(-1);
});

test('tells readers what is wrong, and where among all rows they are', () => {
  const { cell } = show({ before: 100, total: 200 });
  expect(cell('ana@')?.getAttribute('aria-invalid')).toBe('true');
  expect(cell('ana@')?.textContent).toContain('Not an email address');
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('201');
  expect(cell('Ana')?.parentElement?.getAttribute('aria-rowindex')).toBe('102');
});
