import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import cases from '../../../../internal/webhooks/testdata/signed.json';

type Verify = (secret: string, signature: string, body: string, now: number) => boolean;

test('the documented helper in TypeScript believes what was signed, and nothing else', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8');
  const code = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const file = join(mkdtempSync(join(tmpdir(), 'verify-')), 'verify.ts');
  writeFileSync(file, code);
  const { verify } = (await import(/* @vite-ignore */ file)) as { verify: Verify };
  expect(cases.map((one) => verify(one.secret, one.signature, one.body, one.now * 1000))).toEqual(
    cases.map((one) => one.believed),
  );
});
