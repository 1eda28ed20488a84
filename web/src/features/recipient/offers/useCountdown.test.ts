import { describe, expect, it } from 'vitest';
import { clockOf } from './useCountdown';

describe('a countdown', () => {
  it('shows minutes and seconds', () => {
    expect([300, 249.2, 60, 9, 0].map(clockOf)).toEqual(['5:00', '4:10', '1:00', '0:09', '0:00']);
  });

  it('stays within the lifetime of an offer on a device whose clock is wrong', () => {
    expect([4000, -70].map(clockOf)).toEqual(['5:00', '0:00']);
  });
});
