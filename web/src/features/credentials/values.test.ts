import { describe, expect, it } from 'vitest';
import type { AttributeKey } from './api';
import { bandOf, type CertificateFacts, certificateValues, shownGroup } from './values';

const facts: CertificateFacts = {
  issuerName: 'Elm School',
  group: { course_name: 'Botany', course_description: '' },
  recipient: { name: '  Ana Silva ', email: 'ana@example.org' },
  issuedOn: '2026-05-01',
  grade: '92.5',
  custom: { tutor: 'Dr. Ito', exam_day: '2026-04-20', photo: '', unknown: 'x' },
};
const attribute = (key: string, kind: AttributeKey['kind']) =>
  ({ key, kind, tagName: `custom.${key}` }) as AttributeKey;
const attributes = [attribute('tutor', 'text'), attribute('exam_day', 'date'), attribute('photo', 'image')];

describe('the values of a certificate', () => {
  const values = certificateValues(facts, attributes);

  it('name recipient, course and issuer without stray spaces', () => {
    expect(values['recipient.name']).toEqual({ kind: 'text', value: 'Ana Silva' });
    expect(values['group.course_name']).toEqual({ kind: 'text', value: 'Botany' });
    expect(values['issuer.name']).toEqual({ kind: 'text', value: 'Elm School' });
  });

  it('keep dates as dates, so that the design writes them in its language', () => {
    expect(values['credential.issued_on']).toEqual({ kind: 'date', value: '2026-05-01' });
    expect(values['custom.exam_day']).toEqual({ kind: 'date', value: '2026-04-20' });
  });

  it.each(['credential.expired_on', 'group.course_description', 'custom.photo', 'recipient.id'])(
    'have no %s when there is none',
    (tag) => expect(values).not.toHaveProperty([tag]),
  );

  it('know no attribute that the department does not have', () => {
    expect(Object.keys(values).filter((tag) => tag.startsWith('custom.'))).toEqual([
      'custom.tutor',
      'custom.exam_day',
    ]);
  });
});

describe('the texts of a group', () => {
  const group = { course_name: 'Weaving', course_description: 'All about looms' };

  it('give way to those of the credential', () => {
    expect(shownGroup(group, ' Fine weaving ', '')).toEqual({
      course_name: 'Fine weaving',
      course_description: 'All about looms',
    });
  });
});

it.each([
  ['', undefined],
  ['49', undefined],
  ['49.5', 'Pass'],
  ['100', 'Merit'],
])('a typed grade of "%s" is called %s', (grade, name) => {
  const bands = [
    { from: 49.5, name: 'Pass' },
    { from: 75, name: 'Merit' },
  ];
  expect(bandOf(bands, grade)).toBe(name);
});
