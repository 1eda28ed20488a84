import { describe, expect, it } from 'vitest';
import type { Group } from './api';
import { groupInput, groupValues, newGroup } from './groupForm';

const saved = {
  name: 'Botany 2026',
  course_name: 'Botany',
  course_description: '',
  course_link: '',
  language: 'de',
  certificate_design_id: 7,
  badge_design_id: 9,
  generate_private_credential: false,
  allow_duplicate_credentials: true,
  auto_expiry: { amount: 18, unit: 'month' },
  send_emails: false,
  attach_pdf: true,
} as Group;

describe('a group in its form', () => {
  it('comes back unchanged when nothing was typed', () => {
    expect(groupInput(groupValues(saved))).toEqual({
      name: 'Botany 2026',
      course_name: 'Botany',
      course_description: '',
      course_link: '',
      language: 'de',
      certificate_design_id: 7,
      badge_design_id: 9,
      primary_design_id: 7,
      generate_private_credential: false,
      allow_duplicate_credentials: true,
      auto_expiry: { amount: 18, unit: 'month' },
      send_emails: false,
      attach_pdf: true,
    });
  });

  it.each([
    ['inherit', null],
    ['private', true],
    ['public', false],
  ] as const)('privacy "%s" is told as %s', (privacy, told) => {
    const input = groupInput({ ...newGroup('en'), generate_private_credential: privacy });
    expect(input.generate_private_credential).toBe(told);
  });

  it('shows the badge where there is no certificate', () => {
    expect(groupInput({ ...newGroup('en'), badge_design_id: 9 }).primary_design_id).toBe(9);
  });

  it('forgets the amount when credentials never expire', () => {
    expect(groupInput({ ...newGroup('en'), expiry_amount: '5' }).auto_expiry).toBeNull();
  });
});
