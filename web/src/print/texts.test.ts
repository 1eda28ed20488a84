import { expect, test } from 'vitest';
import type { Values } from '../editor/core/document/types';
import { formatDate } from '../editor/core/layout/locale';
import type { PrintJob } from './job';
import { textsOf } from './texts';

const text = (model: string) =>
  ({ kind: 'text', model, top: '0%', left: '0%', image_width: '50%', image_height: '10%' }) as const;

function job(...pages: Values[]): PrintJob {
  const blocks = [text('Certificate'), text('[recipient.name], [credential.issued_on]')];
  const design = { schema_version: 1, kind: 'certificate', size: 'a4', orientation: 'landscape', blocks };
  return {
    design: design as unknown as PrintJob['design'],
    lang: 'de',
    mode: 'pdf',
    title: '',
    images: {},
    pages: pages.map((values) => ({ values })),
  };
}

const named = (name: string): Values => ({
  'recipient.name': { kind: 'text', value: name },
  'credential.issued_on': { kind: 'date', value: '2026-03-01' },
});

test('a text that all pages have is looked at once', () => {
  const texts = textsOf(job(named('Ana'), named('Bo'), named('Ana')));
  expect(texts.pages.map((page) => page.length)).toEqual([2, 2, 2]);
  expect([...texts.unique.values()].map((run) => run.text)).toEqual([
    'Certificate',
    `Ana, ${formatDate('2026-03-01', 'de')}`,
    `Bo, ${formatDate('2026-03-01', 'de')}`,
  ]);
});
