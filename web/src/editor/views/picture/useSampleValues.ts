import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Values } from '../../core/document/types';

/** Returns sample values that make a design look as if issued by this issuer. */
export function useSampleValues(issuer: string): Values {
  const { t } = useTranslation();
  return useMemo(() => {
    const text = (value: string) => ({ kind: 'text' as const, value });
    const day = new Date().toISOString().slice(0, 10);
    const later = `${Number(day.slice(0, 4)) + 2}${day.slice(4)}`.replace('-02-29', '-02-28');
    return {
      'issuer.name': text(issuer),
      'group.course_name': text(t('designs.sample.courseName')),
      'group.course_description': text(t('designs.sample.courseDescription')),
      'credential.id': text('k7m2q9wa'),
      'credential.license_id': text('LR-2048'),
      'credential.issued_on': { kind: 'date', value: day },
      'credential.expired_on': { kind: 'date', value: later },
      'credential.grade': { kind: 'percent', value: '92' },
      'credential.grade_band': text(t('designs.sample.gradeBand')),
      'credential.url': text(`${window.location.origin}/k7m2q9wa`),
      'credential.uuid': text('3f6c1d52-8a0e-4f7b-9c41-5d2b7e90aa16'),
      'recipient.id': text('R-1024'),
      'recipient.name': text(t('designs.sample.recipientName')),
      'recipient.email': { kind: 'email', value: 'recipient@example.org' },
    };
  }, [t, issuer]);
}
