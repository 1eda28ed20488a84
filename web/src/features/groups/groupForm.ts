import type { Group, GroupInput } from './api';

export type Privacy = 'inherit' | 'private' | 'public';
export type ExpiryUnit = 'never' | 'day' | 'month' | 'year';

/** A group as its form holds it. Names are the server's, so that its refusals find their fields. */
export interface GroupValues {
  name: string;
  course_name: string;
  course_description: string;
  course_link: string;
  language: string;
  certificate_design_id: number | null;
  badge_design_id: number | null;
  generate_private_credential: Privacy;
  allow_duplicate_credentials: boolean;
  expiry_amount: string;
  expiry_unit: ExpiryUnit;
  send_emails: boolean;
  attach_pdf: boolean;
}

export function newGroup(language: string): GroupValues {
  return {
    name: '',
    course_name: '',
    course_description: '',
    course_link: '',
    language,
    certificate_design_id: null,
    badge_design_id: null,
    generate_private_credential: 'inherit',
    allow_duplicate_credentials: false,
    expiry_amount: '1',
    expiry_unit: 'never',
    send_emails: true,
    attach_pdf: false,
  };
}

export function groupValues(group: Group): GroupValues {
  const { auto_expiry: expiry } = group;
  return {
    name: group.name,
    course_name: group.course_name,
    course_description: group.course_description,
    course_link: group.course_link,
    language: group.language,
    certificate_design_id: group.certificate_design_id,
    badge_design_id: group.badge_design_id,
    generate_private_credential: privacyOf(group.generate_private_credential),
    allow_duplicate_credentials: group.allow_duplicate_credentials,
    expiry_amount: String(expiry?.amount ?? 1),
    expiry_unit: isUnit(expiry?.unit) ? expiry.unit : 'never',
    send_emails: group.send_emails,
    attach_pdf: group.attach_pdf,
  };
}

/** What the server is told. The certificate leads where there are both designs. */
export function groupInput(values: GroupValues): GroupInput {
  const { expiry_amount, expiry_unit, generate_private_credential, ...same } = values;
  return {
    ...same,
    name: values.name.trim(),
    course_name: values.course_name.trim(),
    course_description: values.course_description.trim(),
    course_link: values.course_link.trim(),
    primary_design_id: values.certificate_design_id ?? values.badge_design_id,
    generate_private_credential:
      generate_private_credential === 'inherit' ? null : generate_private_credential === 'private',
    auto_expiry: expiry_unit === 'never' ? null : { amount: Number(expiry_amount), unit: expiry_unit },
  };
}

function privacyOf(flag: boolean | null): Privacy {
  if (flag === null) return 'inherit';
  return flag ? 'private' : 'public';
}

function isUnit(unit: string | undefined): unit is 'day' | 'month' | 'year' {
  return unit === 'day' || unit === 'month' || unit === 'year';
}
