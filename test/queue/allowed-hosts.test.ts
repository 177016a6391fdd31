/** What a worker connects to, and what of its machine a request can read. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../support/files/workspace.js';
import {
  countingTarget,
  framedWorkspace,
  resultOf,
  startDistributed,
} from '../support/queue/distributed-run.js';
import { startWorker } from '../support/queue/worker-process.js';
import { listening } from '../support/servers/raw-server.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const HIDDEN = 'hidden-on-the-worker';

it('is limited to what its operator allows', async () => {
  let connections = 0;
  const forbidden = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  onTestFinished(() => void forbidden.close());
  const place = `127.0.0.1:${await listening(forbidden)}`;
  const target = await countingTarget(({ path }) =>
    path === '/redirect' ? { status: 302, headers: { Location: `http://${place}/redirected` } } : 200,
  );
  const { url } = target;
  const machine = await temporaryDirectory();
  const hiddenFile = join(machine, 'hidden.txt');
  await writeFile(hiddenFile, HIDDEN);
  const allowed = new URL(url).host;
  const worker = await startWorker(redis.url, ['--name', 'w', '--allow-hosts', allowed], {
    OF_THE_WORKER: HIDDEN,
    HOME: `/${HIDDEN}`,
  });
  const post = (name: string, ...lines: readonly string[]): string[] => [
    `### ${name}`,
    `POST ${url}/${name}`,
    ...lines,
  ];
  const shop = await framedWorkspace(
    url,
    [
      ...['### ok', `GET ${url}/ok`],
      ...['### redirect', `GET ${url}/redirect`],
      ...['### variable', '# @data rows.csv', 'GET http://{{row.place}}/variable'],
      ...post('environment', 'X-Value: {{OF_THE_WORKER}}'),
      ...post('process', 'X-Value: {{$processEnv OF_THE_WORKER}}'),
      ...post('home', 'X-Value: {{HOME}}'),
      ...post('file', '', `< ${hiddenFile}`),
      ...post('relative', '', '< ../hidden.txt'),
    ],
    { 'rows.csv': `place\n${place}\n` },
  );
  const ended = await startDistributed(redis.url, shop, ['-r', '40', '-d', '2s', shop.file]).ended;
  const result = resultOf(ended);
  expect(result.totalRequests).toBe(80);
  // The coordinator has a home too, and its value comes with the order.
  const sent = new Set(['ok', 'home']);
  for (const { name, count, errorCount } of result.perRequest)
    expect([name, errorCount]).toEqual([name, sent.has(name) ? 0 : count]);
  expect(connections).toBe(0);
  expect(result.errorGroups).toContainEqual(
    expect.objectContaining({ kind: 'connect', message: 'host not allowed by this worker: 127.0.0.1' }),
  );
  expect(JSON.stringify(target.requests)).not.toContain(HIDDEN);
  const posted = target.requests.filter(({ method }) => method === 'POST');
  expect(new Set(posted.map(({ path, headers }) => `${path} ${String(headers['x-value'])}`))).toEqual(
    new Set([`/home ${shop.directory}`]),
  );
  expect(ended.stdout + ended.stderr + worker.stderr()).not.toContain(HIDDEN);

  // A fixed host is refused before anything is sent.
  const arrived = target.seen.length;
  const other = await framedWorkspace(url, ['### other', `GET http://${place}/other`]);
  expect(await startDistributed(redis.url, other, ['-d', '1s', other.file]).ended).toMatchObject({
    code: 3,
    stderr: 'Error: worker w refused the order: host not allowed: 127.0.0.1\n',
  });
  expect([connections, target.seen.slice(arrived)]).toEqual([0, ['GET /login', 'DELETE /bye']]);
});
