import { describe, expect, it } from 'vitest';
import { orderOf, USUAL } from './ExportOptions';

describe('an order', () => {
  it('names only what its kind of file has', () => {
    expect(orderOf('certificate', USUAL)).toEqual({ kind: 'certificate' });
    expect(orderOf('certificate_print', USUAL)).toEqual({ kind: 'certificate_print', marks: false });
    expect(orderOf('sheets', { ...USUAL, paper: 'us-letter', gap: 3 })).toEqual({
      kind: 'sheets',
      marks: true,
      paper: 'us-letter',
      gap: 3,
    });
  });
});
