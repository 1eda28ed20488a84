import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import cases from '../../../../internal/reach/webhooks/testdata/signed.json';

const CHECK = `
const cases = JSON.parse(process.argv[2]);
process.stdout.write(JSON.stringify(cases.map((one) => verify(one.secret, one.signature, one.body, one.now * 1000))));
`;

test('the documented helper in TypeScript believes what was signed, and nothing else', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const file = join(mkdtempSync(join(tmpdir(), 'verify-')), 'verify.mts');
  writeFileSync(file, code + CHECK);
  const believed = execFileSync(process.execPath, [file, JSON.stringify(cases)], { encoding: 'utf8' });
  expect(JSON.parse(believed)).toEqual(cases.map((one) => one.believed));
});
