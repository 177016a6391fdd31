/** Processes that a benchmark starts must not outlive it, since they would disturb whatever is measured next. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../support/program/run-svc.js';

const PROCESSES = pathToFileURL(join(repositoryRoot, 'bench', 'processes.mjs')).href;
const RAW_REQUESTS = pathToFileURL(join(repositoryRoot, 'bench', 'raw-requests.mjs')).href;
/** Says where its server is, and keeps a client busy with far more requests than it will have time for. */
const BENCHMARK = `
import { programPath, start } from '${PROCESSES}';
import { portOf, startClient } from '${RAW_REQUESTS}';
const { url } = await start([programPath('respond')]);
console.log(url);
await startClient().send({ port: portOf(url), method: 'GET', path: '/', count: 1e9 });
`;

it.each(['SIGTERM', 'SIGKILL'] as const)('servers and clients end after %s', async (signal) => {
  const benchmark = spawn(process.execPath, ['--input-type=module', '-e', BENCHMARK], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [url] = (await once(benchmark.stdout, 'data')) as [Buffer];
  const address = String(url).trim();
  expect((await fetch(address)).status).toBe(200);
  benchmark.stderr.resume();
  // Its clients inherit standard error, which is therefore open until the last of them has ended.
  const ended = once(benchmark.stderr, 'close');
  benchmark.kill(signal);
  await ended;
  await expect.poll(() => isServed(address)).toBe(false);
});

async function isServed(address: string): Promise<boolean> {
  return fetch(address).then(
    () => true,
    () => false,
  );
}
