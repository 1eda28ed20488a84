import { describe, expect, it } from 'vitest';
import type { Group, GroupDefaults } from './api';
import { changedTexts, groupInput, groupValues, newGroup } from './groupForm';

const defaults: GroupDefaults = {
  certificate_design_id: null,
  language: 'de',
  generate_private_credential: null,
  allow_duplicate_credentials: false,
  duplicate_behavior: 'replace',
  attach_pdf: false,
  send_emails: true,
  achievement_type: 'Certificate',
  auto_expiry: { amount: 2, unit: 'year' },
  page_language: null,
  indexing_allowed: true,
  organization_link_show: true,
  course_link_show: true,
  signup_url_show: false,
  earners_show: false,
  evidence_allowed: true,
  references_allowed: true,
  evidence_approval: false,
  evidence_required: false,
  grade_bands: [{ from: 62.5, name: 'Merit' }],
  least_grade: 50,
  actions: { share: 'public', download: 'owner', linkedin: 'public', verify: 'hidden' },
  sender: { name: 'The Guild', reply_to: '', cc: [], bcc: ['archive@guild.example'] },
};

const saved = {
  ...defaults,
  name: 'Botany 2026',
  course_name: 'Botany',
  course_description: '',
  course_link: '',
  signup_url: '',
  lti_link: 'https://learn.guild.example/lti',
  criteria: 'Grow a fern.',
  criteria_url: '',
  learning_outcomes: ['Ferns'],
  skill_category_id: 23,
  alignments: [],
  tags: ['spring'],
  certificate_design_id: 7,
  badge_design_id: 9,
  page_language: 'ar',
  generate_private_credential: false,
  meta_data: { campus: 'north', seats: 12 },
  prerequisites: [
    { id: 3, name: 'Ferns' },
    { id: 4, name: 'Mosses' },
  ],
  prerequisites_after: '2026-09-01',
  prerequisites_lost: 'suspend',
} as unknown as Group;

describe('a group in its form', () => {
  it('comes back unchanged when nothing was typed', () => {
    const input = groupInput(groupValues(saved), saved);
    expect(input).toMatchObject({
      name: 'Botany 2026',
      learning_outcomes: ['Ferns'],
      skill_category_id: 23,
      primary_design_id: 7,
      generate_private_credential: false,
      auto_expiry: { amount: 2, unit: 'year' },
      page_language: 'ar',
      lti_link: 'https://learn.guild.example/lti',
      tags: ['spring'],
      grade_bands: [{ from: 62.5, name: 'Merit' }],
      least_grade: 50,
      prerequisites: [{ id: 3 }, { id: 4 }],
      prerequisites_after: '2026-09-01',
      prerequisites_lost: 'suspend',
      actions: { share: 'public', download: 'owner', linkedin: 'public', verify: 'hidden' },
      sender: { name: 'The Guild', reply_to: '', cc: [], bcc: ['archive@guild.example'] },
      meta_data: { campus: 'north', seats: 12 },
    });
  });

  it.each([
    ['inherit', null],
    ['private', true],
    ['public', false],
  ] as const)('privacy "%s" is told as %s', (privacy, told) => {
    const input = groupInput({ ...newGroup(defaults), generate_private_credential: privacy });
    expect(input.generate_private_credential).toBe(told);
  });

  it('tells names of grades in their order, in which nobody has to type them', () => {
    const values = groupValues(saved);
    const grade_bands = [...values.grade_bands, { from: '50', name: ' Pass ' }];
    expect(groupInput({ ...values, grade_bands }, saved).grade_bands).toEqual([
      { from: 50, name: 'Pass' },
      { from: 62.5, name: 'Merit' },
    ]);
  });

  it('begins with the defaults of the department', () => {
    const input = groupInput(newGroup(defaults));
    expect(input).toMatchObject({ language: 'de', page_language: null, auto_expiry: { amount: 2 } });
    expect(input.sender?.name).toBe('The Guild');
  });

  it('shows the badge where there is no certificate', () => {
    expect(groupInput({ ...newGroup(defaults), badge_design_id: 9 }).primary_design_id).toBe(9);
  });

  it('forgets the amount when credentials never expire', () => {
    const values = { ...newGroup(defaults), expiry_amount: '5', expiry_unit: 'never' as const };
    expect(groupInput(values).auto_expiry).toBeNull();
  });

  it('knows which texts issued credentials would show', () => {
    const before = groupValues(saved);
    expect(changedTexts(before, { ...before, tags: [], send_emails: false })).toEqual([]);
    expect(changedTexts(before, { ...before, criteria: 'Grow two.', learning_outcomes: [] })).toEqual([
      'learning_outcomes',
      'criteria',
    ]);
  });
});
