import type { Sent } from './snippets';

/** An API call in the quick start. A test runs the calls in order, in every language. */
export interface Step {
  name: 'group' | 'credential' | 'find' | 'pdf';
  sent: Sent;
}

const COURSE = {
  name: 'Weaving 2026',
  course_name: 'Weaving',
  course_description: 'Twelve weeks at the loom, from warping to a finished scarf.',
};

/**
 * The calls from an API key to a published credential and its PDF. The caller chooses the credential's ID, so no step needs the
 * response of an earlier one.
 */
export function startSteps(base: string): Step[] {
  const post = (path: string, body: object): Sent => ({
    method: 'POST',
    url: base + path,
    body: JSON.stringify(body, null, 2),
  });
  return [
    { name: 'group', sent: post('/v1/issuer/groups', { group: COURSE }) },
    {
      name: 'credential',
      sent: post('/v1/credentials', {
        credential: {
          id: 'weaving-2026-ada',
          group_name: COURSE.name,
          recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
          issued_on: '2026-05-04',
          approve: true,
        },
      }),
    },
    { name: 'find', sent: { method: 'GET', url: `${base}/v1/credentials/weaving-2026-ada`, body: '' } },
    { name: 'pdf', sent: post('/v1/credentials/generate_single_pdf/weaving-2026-ada', {}) },
  ];
}
