import { describe, expect, it } from 'vitest';
import { bothDays, draftOf, lacks, mappingOf, takenTargets, withDateOrder, withTarget } from './mapping';
import type { Import, ImportColumn, ImportSettings } from './types';

const column = (index: number, name: string, dates: ImportColumn['dates'] = 'none'): ImportColumn => ({
  index,
  name,
  samples: [],
  filled: 1,
  dates,
});
const SETTINGS: ImportSettings = {
  mode: 'create',
  key: 'id',
  group_id: 12,
  create_groups: false,
  recipient_data: 'leave',
};
const COLUMNS = [column(0, 'Name'), column(1, 'E-Mail'), column(2, 'Datum', 'ambiguous'), column(3, 'Note')];

function draft(settings: Partial<ImportSettings> = {}) {
  return draftOf({
    columns: COLUMNS,
    mapping: {
      columns: [
        { index: 0, target: 'recipient.name' },
        { index: 1, target: 'recipient.email' },
        { index: 2, target: 'credential.issued_on' },
      ],
      constants: [],
    },
    settings: { ...SETTINGS, ...settings },
  } as unknown as Import);
}
const lacking = (of: ReturnType<typeof draft>, dates: string[] = []) => lacks(of, COLUMNS, new Set(dates));

describe('what columns become', () => {
  it('names to the server only the columns that are taken', () => {
    const said = withDateOrder(withTarget(draft(), 3, 'custom.note'), 2, 'dmy');
    expect(mappingOf(said).columns).toEqual([
      { index: 0, target: 'recipient.name', date_order: '' },
      { index: 1, target: 'recipient.email', date_order: '' },
      { index: 2, target: 'credential.issued_on', date_order: 'dmy' },
      { index: 3, target: 'custom.note', date_order: '' },
    ]);
    expect(mappingOf(withTarget(said, 0, '')).columns.map(({ index }) => index)).toEqual([1, 2, 3]);
  });

  it('asks which way round a day is written, and forgets the answer with the target', () => {
    expect(lacking(draft())).toEqual(['dateOrder']);
    const said = withDateOrder(draft(), 2, 'mdy');
    expect(lacking(said)).toEqual([]);
    expect(lacking(withTarget(said, 2, 'credential.expired_on'))).toEqual(['dateOrder']);
    expect(lacking(withTarget(said, 2, 'custom.start'))).toEqual([]);
    expect(lacking(withTarget(said, 2, 'custom.start'), ['start'])).toEqual(['dateOrder']);
  });

  it('says what making credentials needs', () => {
    const bare = [0, 1, 2].reduce((one, index) => withTarget(one, index, ''), draft({ group_id: null }));
    expect(lacking(bare)).toEqual(['name', 'email', 'group']);
    expect(lacking(withTarget(bare, 3, 'group.name'))).toEqual(['name', 'email']);
    expect(lacking(withTarget(bare, 3, 'recipient.last_name'))).toEqual(['email', 'group']);
    expect(lacking({ ...bare, constants: [{ target: 'recipient.email', value: 'a@b.c' }] })).toEqual([
      'name',
      'group',
    ]);
  });

  it('needs only its key to update', () => {
    const bare = [0, 1, 2].reduce(
      (one, index) => withTarget(one, index, ''),
      draft({ mode: 'update', group_id: null }),
    );
    expect(lacking(bare)).toEqual(['key']);
    expect(lacking(withTarget(bare, 3, 'credential.id'))).toEqual([]);
    const byEmail = draft({ mode: 'update', key: 'email' });
    expect(lacking(withTarget(byEmail, 2, ''))).toEqual([]);
  });

  it('wants a value for every row where one was begun', () => {
    const said = withTarget(draft(), 2, '');
    expect(lacking({ ...said, constants: [{ target: 'credential.grade', value: ' ' }] })).toEqual([
      'constant',
    ]);
    expect(lacking({ ...said, constants: [{ target: 'credential.grade', value: '90' }] })).toEqual([]);
  });

  it('lets several columns make a name, and everything else come from one place', () => {
    const taken = takenTargets({ ...draft(), constants: [{ target: 'credential.grade', value: '1' }] });
    expect([...taken].sort()).toEqual(['credential.grade', 'credential.issued_on', 'recipient.email']);
  });
});

describe('a day that reads both ways', () => {
  it.each([
    ['03/04/2026', { dmy: '2026-04-03', mdy: '2026-03-04' }],
    ['3.4.26 10:00', { dmy: '2026-04-03', mdy: '2026-03-04' }],
    ['13/04/2026', null],
    ['2026-04-03', null],
    ['', null],
  ])('%s', (text, days) => {
    expect(bothDays(text)).toEqual(days);
  });
});
