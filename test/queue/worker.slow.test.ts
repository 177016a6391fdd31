/** `svc worker` and `svc workers` as programs, with a real Redis. */
import { chmod, writeFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runSvc, type RunOutcome } from '../support/program/run-svc.js';
import { startSvc } from '../support/program/live-svc.js';
import { temporaryDirectory } from '../support/files/workspace.js';
import { KEY, startWorker, untilFree, newQueue, openTestQueue } from '../support/queue/worker-process.js';
import { listening } from '../support/servers/raw-server.js';
import { startRedis } from '../support/servers/redis-server.js';
import { coordinator } from '../support/queue/run-contract.js';

/** Of the build under test. */
const { version } = manifest;
const redis = await startRedis();
const cwd = await temporaryDirectory();
afterAll(() => rm(cwd, { recursive: true, force: true }));
const queueFlags = ['--queue', redis.url];

const workers = (args: readonly string[] = [], env: Record<string, string> = {}): Promise<RunOutcome> =>
  runSvc(['workers', ...args], { cwd, env: { SVC_QUEUE: redis.url, SVC_WORKER_KEY: KEY, ...env } });

describe('svc worker', () => {
  it('prints a new key without anything else', async () => {
    const [first, second] = await Promise.all([0, 1].map(() => runSvc(['worker', '--new-key'], { cwd })));
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first?.stdout).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
    expect(first?.stdout).not.toBe(second?.stdout);
  });

  it('is listed while it is there, and leaves on a signal with 0', async () => {
    const first = await startWorker(redis.url, ['--name', 'eu-1', '--labels', 'eu,fast']);
    const second = await startWorker(redis.url, ['--name', 'eu-1']);
    const other = await startWorker(redis.url, ['--name', 'us-1'], { SVC_WORKER_KEY: 'x'.repeat(32) });
    await untilFree(redis.url, 2);
    const table = await workers();
    // The column of the clock is as wide as its longest time.
    const stdout = table.stdout
      .replaceAll(/ *\d+\.\dms/g, ' 0.1ms')
      .replaceAll(/(CLOCK|ms) +(?=\S)/g, '$1  ');
    expect({ ...table, stdout }).toEqual({
      code: 0,
      signal: null,
      stderr: '',
      stdout: [
        'NAME     STATE   THREADS  VERSION  ROUND TRIP  CLOCK  LABELS   RUN',
        `eu-1     free          2  ${version} 0.1ms  ± 0.1ms  eu,fast`,
        `eu-1-2   free          2  ${version} 0.1ms  ± 0.1ms`,
        '2 of 2 workers are free (4 of 4 threads); 1 worker with another key',
        '',
      ].join('\n'),
    });
    const json = await workers(['--json', '--labels', 'eu', '--require', '2', '--wait', '300ms']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({
      queue: redis.url,
      workers: [
        {
          id: expect.stringMatching(/^[a-z0-9]{12}$/),
          name: 'eu-1',
          state: 'free',
          threads: 2,
          cores: expect.any(Number),
          version,
          nodeVersion: process.version,
          labels: ['eu', 'fast'],
          roundTripMs: expect.any(Number),
          clockErrorMs: expect.any(Number),
          run: null,
          since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
        { state: 'otherKey', count: 1 },
      ],
      collect: [],
    });
    expect((await workers(['--require', '2'])).code).toBe(0);
    first.send('SIGTERM');
    second.send('SIGINT');
    other.send('SIGTERM');
    const ended = await Promise.all([first.ended, second.ended, other.ended]);
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([0, 0, 0].map((code) => [code, '']));
    expect((await workers()).stdout).toBe('0 of 0 workers are free (0 of 0 threads)\n');
    const keys = await redis.command('KEYS', '*');
    expect(keys).toBe('*0');
  });

  it('ends by itself when it has nothing to do', async () => {
    const worker = await startWorker(redis.url, ['--idle-exit', '200ms']);
    expect(await worker.ended).toMatchObject({ code: 0, signal: null });
  });

  it('waits for its queue, and goes on when it was away', async () => {
    await redis.kill();
    const env = { SVC_QUEUE: redis.url, SVC_WORKER_KEY: KEY };
    const worker = startSvc(['worker', '--name', 'early', '-v'], { cwd, env });
    await worker.until(() => worker.stderr().includes('trying again'));
    expect(worker.stderr()).toContain(
      `the queue cannot be reached: 127.0.0.1:${redis.port} refused the connection; trying again`,
    );
    await redis.restart();
    await worker.until(() => worker.stdout() !== '');
    await redis.kill();
    await worker.until(() => worker.stderr().includes('the connection to the queue was lost'));
    await redis.restart();
    await worker.until(() => worker.stderr().includes('the queue is there again'));
    await expect.poll(async () => (await workers(['--require', '1'])).code).toBe(0);
    worker.send('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });

  it('logs JSON and nothing else when asked', async () => {
    const worker = await startWorker(redis.url, ['--log-format', 'json', '--name', 'j']);
    await redis.kill();
    await worker.until(() => worker.stderr() !== '');
    await redis.restart();
    worker.send('SIGTERM');
    const { stderr } = await worker.ended;
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)[0]).toBe(
      'the connection to the queue was lost; trying again',
    );
  });

  it('opens an order, refuses what it cannot do, and takes the next', async () => {
    const queuePlace = await newQueue();
    const worker = await startWorker(queuePlace, ['--name', 'r']);
    const queue = await openTestQueue(queuePlace);
    for (const kind of ['probe', 'other']) {
      const run = coordinator(queue, { version });
      const [claimed] = await run.coordinator.claim({ wanted: 1, least: 1, waitMs: 5000, labels: [] });
      await run.coordinator.sendOrder(claimed?.id ?? '', { kind, threads: 1, body: null });
      await expect
        .poll(() => run.events)
        .toEqual([`r refused: orders of the kind ${kind} are not supported`]);
      await run.coordinator.end();
    }
    expect(worker.stderr()).toContain('refused an order: orders of the kind probe are not supported');
    worker.send('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });
});

describe('a queue that cannot be used', () => {
  const KEY_ENV = { SVC_WORKER_KEY: KEY };
  const fail = async (args: readonly string[], env: Record<string, string> = KEY_ENV) => {
    const { code, stdout, stderr } = await runSvc(['workers', ...args], { cwd, env });
    expect(stdout).toBe('');
    return [code, stderr.replace(/^Try: .*\n/m, '').trimEnd()];
  };

  it('has no key, one that is too short, two, or a file that cannot be read', async () => {
    expect(await fail(queueFlags, {})).toEqual([
      64,
      'Error: a queue needs a key: set SVC_WORKER_KEY or --key-file; make one with svc worker --new-key',
    ]);
    expect(await fail(queueFlags, { SVC_WORKER_KEY: 'short' })).toEqual([
      64,
      'Error: the key has 5 characters; at least 32 are needed',
    ]);
    expect(await fail([...queueFlags, '--key-file', 'none.txt'], {})).toEqual([
      3,
      'Error: could not read none.txt: no such file or directory',
    ]);
    expect(await fail([...queueFlags, '--key-file', 'none.txt'])).toEqual([
      64,
      'Error: SVC_WORKER_KEY and --key-file are both given; use one of them',
    ]);
  });

  it.runIf(process.platform !== 'win32')('warns of a key file that others may read', async () => {
    await writeFile(join(cwd, 'key.txt'), `${KEY}\nanother line\n`);
    const list = (): Promise<RunOutcome> =>
      runSvc(['workers', ...queueFlags, '--key-file', 'key.txt'], { cwd });
    await chmod(join(cwd, 'key.txt'), 0o644);
    expect(await list()).toMatchObject({
      code: 0,
      stderr: 'Warning: other users can read the key file key.txt\n',
    });
    await chmod(join(cwd, 'key.txt'), 0o600);
    expect(await list()).toMatchObject({ code: 0, stderr: '' });
  });

  it('is not there, is silent about its name, or no Redis', async () => {
    expect(await fail(['--queue', 'redis://127.0.0.1:1'])).toEqual([
      4,
      'Error: the queue cannot be reached: 127.0.0.1:1 refused the connection',
    ]);
    expect(await fail(['--queue', 'redis://nowhere.invalid'])).toEqual([
      4,
      [
        'Warning: payloads on their way to nowhere.invalid:6379 are sealed, the Redis password is not; use rediss://',
        'Error: the queue cannot be reached: the name of nowhere.invalid:6379 cannot be resolved',
      ].join('\n'),
    ]);
    const http = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    onTestFinished(() => void http.close());
    const port = await listening(http);
    expect(await fail(['--queue', `redis://127.0.0.1:${port}`])).toEqual([
      3,
      `Error: 127.0.0.1:${port} is not a Redis server`,
    ]);
    // Whoever closes before reading everything resets the connection instead.
    const closing = createServer((socket) => socket.once('data', () => socket.end()));
    onTestFinished(() => void closing.close());
    const closed = await listening(closing);
    expect(await fail(['--queue', `redis://127.0.0.1:${closed}`])).toEqual([
      4,
      `Error: the queue cannot be reached: 127.0.0.1:${closed} closed the connection without a response`,
    ]);
  });

  it('is a paused Redis', async () => {
    redis.pause();
    expect(await fail(queueFlags).finally(() => redis.resume())).toEqual([
      4,
      `Error: the queue cannot be reached: 127.0.0.1:${redis.port} did not respond to the attempt to connect`,
    ]);
  });

  it('has no address, or a malformed one', async () => {
    const rule = 'must be redis:// or rediss:// with a host, such as redis://127.0.0.1:6379';
    expect(await fail([])).toEqual([64, 'Error: svc workers needs --queue or SVC_QUEUE']);
    expect(await fail(['--queue', 'http://a'])).toEqual([64, `Error: --queue ${rule}`]);
    expect(await fail([], { ...KEY_ENV, SVC_QUEUE: 'a:pw@b' })).toEqual([64, `Error: SVC_QUEUE ${rule}`]);
  });
});
