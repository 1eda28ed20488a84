import type { Sent } from './snippets';

/** A step of the ten-minute start that is a call. A test runs them in turn, in every language. */
export interface Step {
  name: 'group' | 'credential' | 'find' | 'pdf';
  sent: Sent;
}

const COURSE = {
  name: 'Weaving 2026',
  course_name: 'Weaving',
  course_description: 'Twelve weeks at the loom, from warping to a finished scarf.',
};

/** From a key to a published credential and its PDF. The issuer's own id spares carrying an id from step to step. */
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
