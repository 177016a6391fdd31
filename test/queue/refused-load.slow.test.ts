/** Load tests that workers do not take: message and exit code. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { openQueue } from '../../src/queue/open-queue.js';
import { Registration } from '../../src/queue/registration.js';
import { readQueueAddress } from '../../src/queue/settings/queue-address.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { countingTarget, shopWorkspace, startDistributed } from '../support/queue/distributed-run.js';
import { startLoadServer } from '../support/queue/load-server.js';
import { KEY, newQueue, startWorker, type TestQueue } from '../support/queue/worker-process.js';

const { version } = manifest;
const queue = await newQueue();
const empty = await newQueue();
const MIB = 1024 * 1024;

/** The first line of the standard error, without what came before the error. */
async function refused(
  directory: string,
  args: readonly string[],
  place: TestQueue = queue,
): Promise<[number | null, string]> {
  const { code, stdout, stderr } = await startDistributed(place, { directory }, args).ended;
  expect(stdout).toBe('');
  return [code, stderr.replace(/^Try: .*\n/m, '')];
}

it('when no worker has the key, or too few are free', async () => {
  const target = await countingTarget();
  const { directory, file } = await shopWorkspace(target.url, 10);
  const args = ['-d', '1s', '--worker-wait', '0s', file];
  expect(await refused(directory, args, empty)).toEqual([
    3,
    'Error: only 0 of 1 workers are free after 0s\n',
  ]);
  const strangers = ['a', 'b'].map((name) =>
    startWorker(empty, ['--name', name], { SVC_WORKER_KEY: 'x'.repeat(32) }),
  );
  await Promise.all(strangers);
  expect(await refused(directory, args, empty)).toEqual([
    3,
    'Error: 2 workers are there, but none has this key; is SVC_WORKER_KEY the same everywhere?\n',
  ]);
  const address = readQueueAddress(empty.url, '--queue');
  const opened = await openQueue({ address, name: empty.name, key: KEY });
  const traits = { threads: 1, cores: 1, nodeVersion: 'v20', labels: [] };
  const old = new Registration(opened, { ...traits, name: 'old', version: '0.0.1' });
  const plain = new Registration(opened, { ...traits, name: 'plain', version });
  for (const each of [old, plain]) await each.start();
  expect(await refused(directory, [...args, '--workers', '2', '--worker-labels', 'eu'], empty)).toEqual([
    3,
    [
      `Warning: worker old is svc 0.0.1, this is svc ${version}; it is not used`,
      'Error: only 0 of 2 workers are free after 0s (1 of another version, 1 without the label eu)\n',
    ].join('\n'),
  ]);
  for (const each of [old, plain]) await each.stop();
  await opened.transport.close();
  expect(target.seen).toEqual([]);
});

it('when the order is refused, too large, or too small for the workers', async () => {
  const target = await countingTarget();
  const { directory, file } = await shopWorkspace(target.url, 10);
  const worker = await startWorker(queue, ['--name', 'w', '--allow-hosts', 'example.test']);
  const second = await startWorker(queue, ['--name', 'x']);
  const args = ['-d', '1s', '--workers', '2', file];
  expect(await refused(directory, [...args, '--max-vus', '1'])).toEqual([
    64,
    'Error: max-vus must be at least the number of workers, which is 2\n',
  ]);
  expect(await refused(directory, [...args, '-r', '400001'])).toEqual([
    3,
    'Error: rate needs at least 5 threads; 4 are offered\n',
  ]);
  expect(await refused(directory, [...args, '--vus', '40001'])).toEqual([
    3,
    'Error: vus needs at least 5 threads; 4 are offered\n',
  ]);
  expect(target.seen).toEqual([]);
  expect(await refused(directory, args)).toEqual([
    3,
    'Error: worker w refused the order: host not allowed: 127.0.0.1\n',
  ]);
  expect(target.seen).toEqual(['GET /login', 'DELETE /bye']);
  expect(worker.stderr()).toContain('refused an order: host not allowed: 127.0.0.1');
  // The other worker has started nothing, and both take the next order.
  const names = ['1', '2', '3'];
  const largeFiles = {
    'large.http': names.map((name) => `### ${name}\nPOST ${target.url}/${name}\n\n< ${name}.bin\n`).join(''),
    ...Object.fromEntries(names.map((name) => [`${name}.bin`, 'x'.repeat(24 * MIB)])),
  };
  const large = await temporaryWorkspace(largeFiles);
  expect(await refused(large, ['-d', '1s', '--workers', '2', join(large, 'large.http')])).toEqual([
    3,
    'Error: the files and answers of this test are 72 MiB; at most 64 MiB can be handed to workers\n',
  ]);
  expect(target.seen).toHaveLength(2);
  const server = await startLoadServer(queue, { files: largeFiles });
  const start = { files: ['large.http'], duration: '1s', workers: 2 };
  expect(await server.call('POST', '/stress/start', start)).toMatchObject([
    400,
    { message: 'the files and answers of this test are 72 MiB; at most 64 MiB can be handed to workers' },
  ]);
  for (const each of [worker, second]) each.send('SIGTERM');
  expect((await Promise.all([worker.ended, second.ended])).map(({ code }) => code)).toEqual([0, 0]);
});

it('when a run is collected that is unknown, or still running', async () => {
  const target = await countingTarget();
  const { directory, file } = await shopWorkspace(target.url, 1000);
  const worker = await startWorker(queue, ['--name', 'w']);
  const test = startDistributed(queue, { directory }, ['-r', '50', '-d', '60s', file]);
  await target.until(2);
  const run = /run=(\w+)/.exec(worker.stderr())?.[1] ?? '';
  expect(await refused(directory, ['--collect', run])).toEqual([3, `Error: run ${run} is still running\n`]);
  for (const unknown of ['k3v9q0z1m7ab', 'no id']) {
    expect(await refused(directory, ['--collect', unknown])).toEqual([
      3,
      `Error: no run ${unknown} is kept in the queue; results are kept for 1 hour\n`,
    ]);
  }
  test.send('SIGINT');
  expect((await test.ended).code).toBe(130);
});
