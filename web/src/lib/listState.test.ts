import { describe, expect, it } from 'vitest';
import { nextSort, readListPosition, writeListPosition } from './listState';

const defaults = { pageSize: 50, sort: 'name', filters: ['status', 'group_id'] };
const read = (search: string) => readListPosition(new URLSearchParams(search), defaults);
const write = (search: string, change: Parameters<typeof writeListPosition>[1]) =>
  writeListPosition(new URLSearchParams(search), change, defaults).toString();

describe('reading a list from the address', () => {
  it('an empty address is the first page in the usual order', () => {
    expect(read('')).toEqual({ page: 1, pageSize: 50, sort: 'name', query: '', cursor: '', filters: {} });
  });

  it('takes everything that is there', () => {
    expect(read('page=3&page_size=20&sort=-issued_on&query=ann&status=draft')).toEqual({
      page: 3,
      pageSize: 20,
      sort: '-issued_on',
      query: 'ann',
      cursor: '',
      filters: { status: 'draft' },
    });
  });

  it.each(['page=0', 'page=-2', 'page=x', 'page=1.5', 'page='])('%s is the first page', (search) => {
    expect(read(search).page).toBe(1);
  });

  it('never asks for more rows than the server gives', () => {
    expect(read('page_size=99999').pageSize).toBe(1000);
  });
});

describe('writing a change into the address', () => {
  it('leaves out what is as usual', () => {
    expect(write('page=2&sort=-name', { sort: 'name' })).toBe('');
  });

  it('turning a page keeps the rest', () => {
    expect(write('query=ann&status=draft', { page: 2 })).toBe('query=ann&status=draft&page=2');
  });

  it.each([
    ['a search', { query: 'bo' }],
    ['a filter', { filters: { status: 'draft' } }],
    ['a sort', { sort: '-name' }],
    ['a page size', { pageSize: 20 }],
  ])('%s goes back to the first page', (_name, change) => {
    expect(write('page=7', change)).not.toContain('page=7');
  });

  it('removing a filter takes its parameter away', () => {
    expect(write('status=draft&group_id=4', { filters: { group_id: '4' } })).toBe('group_id=4');
  });

  it('leaves parameters of others alone', () => {
    expect(write('tab=mails', { query: 'a' })).toBe('tab=mails&query=a');
  });
});

it('pressing a column sorts up, then down, then up', () => {
  expect(['', 'name', '-name'].map((sort) => nextSort(sort, 'name'))).toEqual(['name', '-name', 'name']);
});
