import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { passSettings } from './passes.mjs';
import { until } from './until.mjs';

const START_MS = 120_000;
const STOP_MS = 15_000;

/**
 * Starts the program on a fresh data folder and a free port, fills the demo department, and says how to stop it. Tests to which
 * documents made ahead mean nothing leave the queue that makes them alone.
 */
export async function startProduct(binary, { queues = 'default,mail,render', host = '127.0.0.1' } = {}) {
  const data = await mkdtemp(join(tmpdir(), 'laurel-e2e-'));
  // The database's own user passes through the folder; otherwise it would live elsewhere and stay behind.
  await chmod(data, 0o711);
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const url = `http://${host}:${port}`;
  const passes = await passSettings(data);
  const env = { ...process.env, ...passes.env, LAUREL_PUBLIC_URL: url, LAUREL_DATA_DIR: data, LAUREL_LISTEN: listen, LAUREL_VC_JWT: 'true', LAUREL_RATE_ADDRESS: '0', LAUREL_SSO_ALLOW: '127.0.0.0/8', LAUREL_SMTP_ALLOW: '127.0.0.0/8' };
  const server = spawn(binary, ['serve', '--queues', queues], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = [];
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => log.push(text));

  const stop = async () => {
    await ended(server);
    passes.close();
    await rm(data, { recursive: true, force: true });
  };
  try {
    await until('the server is ready', () => ready(server, url), START_MS);
    const { stdout } = await promisify(execFile)(binary, ['demo', '--json'], { env });
    return { url, binary, data, demo: JSON.parse(stdout), google: passes.google, log: () => log.join(''), stop };
  } catch (error) {
    await stop();
    throw new Error(`the product did not start: ${error.message}\n${log.join('')}`, { cause: error });
  }
}

async function ready(server, url) {
  if (server.exitCode !== null) throw new Error(`the program ended with ${server.exitCode}`);
  return fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function ended(server) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  const killer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await exit;
  clearTimeout(killer);
}

async function freePort() {
  const probe = createServer();
  await new Promise((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
