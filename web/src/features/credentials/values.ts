import type { AttributeValue, Values } from '../../editor';
import type { AttributeKey, Credential, Group } from './api';

/** The data of one recipient's certificate, from the form or from the server. */
export interface CertificateFacts {
  issuerName: string;
  group: Pick<Group, 'course_name' | 'course_description'>;
  recipient: { name: string; email: string; id?: string };
  id?: string;
  uuid?: string;
  url?: string;
  licenseId?: string;
  issuedOn: string;
  expiredOn?: string;
  grade?: string;
  gradeBand?: string;
  custom: Readonly<Record<string, string>>;
}

/** Returns the values of a design's tags. A tag without a value is omitted, and its line with it. */
export function certificateValues(facts: CertificateFacts, attributes: readonly AttributeKey[]): Values {
  const values: Record<string, AttributeValue> = {};
  const put = (tag: string, kind: AttributeValue['kind'], value: string | undefined) => {
    if (value !== undefined && value.trim() !== '') values[tag] = { kind, value: value.trim() };
  };
  put('issuer.name', 'text', facts.issuerName);
  put('group.course_name', 'text', facts.group.course_name);
  put('group.course_description', 'text', facts.group.course_description);
  put('recipient.name', 'text', facts.recipient.name);
  put('recipient.email', 'email', facts.recipient.email);
  put('recipient.id', 'text', facts.recipient.id);
  put('credential.id', 'text', facts.id);
  put('credential.uuid', 'text', facts.uuid);
  put('credential.url', 'text', facts.url);
  put('credential.license_id', 'text', facts.licenseId);
  put('credential.issued_on', 'date', facts.issuedOn);
  put('credential.expired_on', 'date', facts.expiredOn);
  put('credential.grade', 'percent', facts.grade);
  put('credential.grade_band', 'text', facts.gradeBand);
  for (const attribute of attributes) put(attribute.tagName, attribute.kind, facts.custom[attribute.key]);
  return values;
}

/** Returns the group's texts for a credential, whose own title and description take precedence. */
export function shownGroup(
  group: CertificateFacts['group'],
  ownName: string | null | undefined,
  ownDescription: string | null | undefined,
): CertificateFacts['group'] {
  return {
    course_name: ownName?.trim() || group.course_name,
    course_description: ownDescription?.trim() || group.course_description,
  };
}

/** Returns the grade band for a grade in the form. The bands are in ascending order. */
export function bandOf(bands: Group['grade_bands'], grade: string): string | undefined {
  if (grade.trim() === '') return undefined;
  return bands.findLast(({ from }) => Number(grade) >= from)?.name;
}

/** Returns the certificate data of an existing credential. */
export function factsOf(credential: Credential, group: Group): CertificateFacts {
  return {
    issuerName: credential.issuer.name,
    group: shownGroup(group, credential.own_name, credential.own_description),
    recipient: credential.recipient,
    id: String(credential.id),
    uuid: credential.uuid,
    url: credential.url,
    licenseId: credential.license_id ?? undefined,
    issuedOn: credential.issued_on,
    expiredOn: credential.expired_on ?? undefined,
    grade: credential.grade === null ? undefined : String(credential.grade),
    gradeBand: credential.grade_band ?? undefined,
    custom: Object.fromEntries(
      Object.entries(credential.custom_attributes).map(([key, value]) => [key, String(value ?? '')]),
    ),
  };
}
