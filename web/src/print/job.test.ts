import { expect, test } from 'vitest';
import { readJob } from './job';

const job = {
  design: { kind: 'certificate', size: 'a4', orientation: 'landscape', blocks: [] },
  lang: 'en',
  mode: 'pdf',
  title: 'Certificate',
  pages: [{ values: {} }],
  images: {},
};

test('a whole job is taken as it is', () => {
  expect(readJob(job)).toBe(job);
});

test.each([
  ['nothing', null],
  ['no design', { ...job, design: undefined }],
  ['an unknown size', { ...job, design: { ...job.design, size: 'a3' } }],
  ['no blocks', { ...job, design: { ...job.design, blocks: 'none' } }],
  ['no language', { ...job, lang: undefined }],
  ['an unknown mode', { ...job, mode: 'paper' }],
  ['no pages', { ...job, pages: [] }],
  ['a page without values', { ...job, pages: [{}] }],
  ['no images', { ...job, images: [] }],
  ['fonts that are no list', { ...job, fonts: {} }],
  ['an empty name for what stands in', { ...job, stand_in: '' }],
  ['two pages in a picture', { ...job, mode: 'picture', pages: [{ values: {} }, { values: {} }] }],
])('a job with %s is refused', (_, wrong) => {
  expect(() => readJob(wrong)).toThrow(/^invalid_job: /);
});
