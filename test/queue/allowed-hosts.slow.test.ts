/** What a worker connects to, and what of its machine a request can read. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory, temporaryWorkspace } from '../support/files/workspace.js';
import {
  countingTarget,
  framedWorkspace,
  resultOf,
  startDistributed,
} from '../support/queue/distributed-run.js';
import { startSuite, suiteTarget, testsOf } from '../support/queue/suite-run.js';
import { newQueue, startWorker } from '../support/queue/worker-process.js';
import { listening } from '../support/servers/raw-server.js';

const loads = await newQueue();
const HIDDEN = 'hidden-on-the-worker';

/** A listener that nobody may reach; counts who does. */
async function forbiddenPlace(): Promise<{ readonly place: string; readonly connections: () => number }> {
  let count = 0;
  const forbidden = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  onTestFinished(() => void forbidden.close());
  return { place: `127.0.0.1:${await listening(forbidden)}`, connections: () => count };
}

it('is limited to what its operator allows', async () => {
  const { place, connections } = await forbiddenPlace();
  const target = await countingTarget(({ path }) =>
    path === '/redirect' ? { status: 302, headers: { Location: `http://${place}/redirected` } } : 200,
  );
  const { url } = target;
  const machine = await temporaryDirectory();
  const hiddenFile = join(machine, 'hidden.txt');
  await writeFile(hiddenFile, HIDDEN);
  const allowed = new URL(url).host;
  const worker = await startWorker(loads, ['--name', 'w', '--allow-hosts', allowed], {
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
  const ended = await startDistributed(loads, shop, ['-r', '40', '-d', '2s', '--seed', '1', shop.file]).ended;
  const result = resultOf(ended);
  expect(result.totalRequests).toBe(80);
  // The coordinator has a home too, and its value comes with the order.
  const sent = new Set(['ok', 'home']);
  for (const { name, count, errorCount } of result.perRequest)
    expect([name, errorCount]).toEqual([name, sent.has(name) ? 0 : count]);
  expect(connections()).toBe(0);
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
  expect(await startDistributed(loads, other, ['-d', '1s', other.file]).ended).toMatchObject({
    code: 3,
    stderr: 'Error: worker w refused the order: host not allowed: 127.0.0.1\n',
  });
  expect([connections(), target.seen.slice(arrived)]).toEqual([0, ['GET /login', 'DELETE /bye']]);
});

it('is limited as much when it runs tests', async () => {
  const { place, connections } = await forbiddenPlace();
  const target = await suiteTarget();
  const queue = await newQueue();
  const worker = await startWorker(queue, ['--name', 't', '--allow-hosts', new URL(target.url).host], {
    OF_THE_WORKER: HIDDEN,
  });
  const cwd = await temporaryWorkspace({
    'a.http': [
      ...['### ok', `GET ${target.url}/ok`, ''],
      ...['### fixed', `GET http://${place}/fixed`, ''],
      ...['### variable', `@place = ${place}`, 'GET http://{{place}}/variable', ''],
      ...['### environment', `GET ${target.url}/environment`, 'X-Value: {{OF_THE_WORKER}}', ''],
    ].join('\n'),
  });
  const ended = await startSuite(queue, cwd).ended;
  expect(ended.code).toBe(1);
  const errors = testsOf(ended).map(({ name, worker: by, errorKind, error }) => [name, by, errorKind, error]);
  const refused = ['connect', 'host not allowed by this worker: 127.0.0.1'];
  expect(errors).toEqual([
    ['ok', 't', undefined, undefined],
    ['fixed', 't', ...refused],
    ['variable', 't', ...refused],
    ['environment', 't', 'variable', expect.stringContaining('OF_THE_WORKER')],
  ]);
  expect([connections(), target.seen]).toEqual([0, ['GET /ok']]);
  expect(ended.stdout + ended.stderr + worker.stderr()).not.toContain(HIDDEN);
});
