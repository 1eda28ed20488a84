import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES, type Language, type Sent, snippet } from './snippets';

const run = promisify(execFile);

/** How a file of each language is run. Node takes the types out of TypeScript by itself. */
const RUNNERS: Record<Language, { program: string; args: string[]; name: string }> = {
  curl: { program: 'sh', args: [], name: 'example.sh' },
  Go: { program: 'go', args: ['run'], name: 'example.go' },
  TypeScript: {
    program: process.execPath,
    args: ['--disable-warning=ExperimentalWarning'],
    name: 'example.mts',
  },
  Python: { program: 'python3', args: [], name: 'example.py' },
  PHP: { program: 'php', args: [], name: 'example.php' },
};
const NEEDED: Record<Language, string> = {
  curl: 'curl',
  Go: 'go',
  TypeScript: 'node',
  Python: 'python3',
  PHP: 'php',
};
const here = LANGUAGES.filter(
  (language) => spawnSync('sh', ['-c', `command -v ${NEEDED[language]}`]).status === 0,
);

interface Heard {
  method: string;
  url: string;
  authorization: string | undefined;
  body: string;
}

let server: Server;
let base = '';
let heard: Heard[] = [];
const folder = mkdtempSync(join(tmpdir(), 'laurel-snippets-'));

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      heard.push({
        method,
        url,
        authorization: headers.authorization,
        body: Buffer.concat(parts).toString(),
      });
      response.setHeader('content-type', url.endsWith('.pdf') ? 'application/pdf' : 'application/json');
      response.end(url.endsWith('.pdf') ? '%PDF-made' : '{"answered":"yes"}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function running(language: Language, sent: Sent): Promise<{ said: string; asked: Heard | undefined }> {
  const { program, args, name } = RUNNERS[language];
  writeFileSync(join(folder, name), snippet(language, sent));
  heard = [];
  const { stdout } = await run(program, [...args, name], {
    cwd: folder,
    env: { ...process.env, LAUREL_KEY: 'laurel_k3y', GOFLAGS: '', GO111MODULE: 'off' },
  });
  return { said: stdout, asked: heard[0] };
}

it('knows every language of which this machine has an interpreter', () => {
  expect(here).toContain('curl');
  expect(here).toContain('Go');
});

it.each(here)('writes programs in %s that run as they stand', { timeout: 120_000 }, async (language) => {
  const body = JSON.stringify({ name: 'It\'s "so": \\ $HOME `x` أحمد', note: 'two\nlines """' }, null, 2);
  const put = await running(language, { method: 'PUT', url: `${base}/v1/groups/7?a=1&b=x%20y`, body });
  expect(put.asked).toMatchObject({
    method: 'PUT',
    url: '/v1/groups/7?a=1&b=x%20y',
    authorization: 'Bearer laurel_k3y',
  });
  expect(JSON.parse(put.asked?.body ?? '')).toEqual(JSON.parse(body));
  expect(put.said).toMatch(/answered"?: ?["']yes/);

  const get = await running(language, {
    method: 'GET',
    url: `${base}/v1/public/a.pdf`,
    body: '',
    open: true,
    file: 'made.pdf',
  });
  expect(get.asked).toMatchObject({ method: 'GET', authorization: undefined, body: '' });
  expect(readFileSync(join(folder, 'made.pdf'), 'utf8')).toBe('%PDF-made');
});
