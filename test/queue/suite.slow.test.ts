/** Suites by real workers over a real Redis: the report is that of one machine, whoever is lost. */
import { describe, expect, it } from 'vitest';
import { loseEverything } from '../support/queue/distributed-run.js';
import { startSuite, startSuiteWorker, suiteTarget, testsOf } from '../support/queue/suite-run.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import { newQueue } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const WAITING = Number.POSITIVE_INFINITY;
/** A request that the target keeps waiting must not end while another worker is started. */
const PATIENT = ['--timeout', '200s'];

/** One unit of three requests, and one beside it. */
function chain(url: string): Readonly<Record<string, string>> {
  const names = ['first', 'second: first', 'third: second', 'beside'];
  const text = names.map((each) => {
    const [name = '', needed] = each.split(': ');
    const depends = needed === undefined ? '' : `# @depends ${needed}\n`;
    return `### ${name}\n${depends}GET ${url}/${name}\n\n>>>\nexpect status == 200\n<<<\n`;
  });
  return { 'a.http': text.join('\n') };
}

describe('a suite on workers', () => {
  it('fails what a killed worker has not reported, and sends nothing again', async () => {
    const target = await suiteTarget({ delayMs: ({ path }) => (path === '/second' ? WAITING : 0) });
    const directory = await temporaryWorkspace(chain(target.url));
    const queue = await newQueue();
    const first = await startSuiteWorker(queue, 'w-1');
    const suite = startSuite(queue, directory, ['--concurrency', '1', ...PATIENT]);
    await target.untilSeen('GET /second');
    // It joins, and takes what is left.
    await startSuiteWorker(queue, 'w-2');
    await target.untilSeen('GET /beside');
    first.send('SIGKILL');
    const ended = await suite.ended;
    expect(ended.code).toBe(1);
    expect(testsOf(ended)).toMatchObject([
      { name: 'first', passed: true, worker: 'w-1' },
      { name: 'second', errorKind: 'worker', error: 'worker w-1 was lost', worker: 'w-1' },
      { name: 'third', errorKind: 'worker', error: 'worker w-1 was lost' },
      { name: 'beside', passed: true, worker: 'w-2' },
    ]);
    expect(target.seen.toSorted()).toEqual(['GET /beside', 'GET /first', 'GET /second']);
  });

  it('runs the unit of a killed worker again with --retry-lost', async () => {
    const target = await suiteTarget({
      delayMs: ({ path }, times) => (path === '/second' && times === 1 ? WAITING : 0),
    });
    const directory = await temporaryWorkspace(chain(target.url));
    const queue = await newQueue();
    const first = await startSuiteWorker(queue, 'w-1');
    const suite = startSuite(queue, directory, ['--concurrency', '1', '--retry-lost', ...PATIENT]);
    await target.untilSeen('GET /second');
    await startSuiteWorker(queue, 'w-2');
    first.send('SIGKILL');
    const ended = await suite.ended;
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(testsOf(ended).map(({ passed, worker, lostOn }) => [passed, worker, lostOn])).toEqual([
      [true, 'w-2', ['w-1']],
      [true, 'w-2', ['w-1']],
      [true, 'w-2', ['w-1']],
      [true, 'w-2', undefined],
    ]);
    expect(target.seen.toSorted()).toEqual([
      'GET /beside',
      'GET /first',
      'GET /first',
      'GET /second',
      'GET /second',
      'GET /third',
    ]);
  });

  it('reports every test once when Redis is killed and comes back empty', async () => {
    const target = await suiteTarget({ delayMs: () => 250 });
    const names = Array.from({ length: 16 }, (_, index) => `test${index}`);
    const text = names.map((name) => `### ${name}\nGET ${target.url}/${name}\n`).join('\n');
    const directory = await temporaryWorkspace({ 'a.http': text });
    const losing = await startRedis();
    const queue = { url: losing.url, name: 'losing' };
    await Promise.all([startSuiteWorker(queue, 'w-1'), startSuiteWorker(queue, 'w-2')]);
    const suite = startSuite(queue, directory, ['--workers', '2', '--concurrency', '1']);
    await target.until(3);
    await loseEverything(losing);
    const ended = await suite.ended;
    expect(ended.code).toBe(0);
    expect(testsOf(ended).map(({ name, passed }) => [name, passed])).toEqual(
      names.map((name) => [name, true]),
    );
    expect(target.seen.toSorted()).toEqual(names.map((name) => `GET /${name}`).toSorted());
  });

  it('hands nothing more out after a failure with --bail, and lets units at work finish', async () => {
    const target = await suiteTarget({
      statusOf: (path) => (path === '/bad' ? 500 : 200),
      delayMs: () => 100,
    });
    const expectation = '\n>>>\nexpect status == 200\n<<<\n';
    const names = ['bad', 'later1', 'later2', 'later3'];
    const text = names.map((name) => `### ${name}\nGET ${target.url}/${name}\n${expectation}`).join('\n');
    const directory = await temporaryWorkspace({ 'a.http': text });
    const queue = await newQueue();
    await startSuiteWorker(queue, 'w-1');
    const ended = await startSuite(queue, directory, ['--concurrency', '1', '--bail']).ended;
    expect(ended.code).toBe(1);
    const [bad, ...later] = testsOf(ended);
    expect(bad).toMatchObject({ name: 'bad', passed: false, worker: 'w-1' });
    // The worker may have begun the second one before the failure was known.
    const skipped = later.filter(({ skipReason }) => skipReason === 'bail');
    expect(skipped.length).toBeGreaterThanOrEqual(2);
    expect(later.filter((test) => !skipped.includes(test)).every(({ passed }) => passed)).toBe(true);
    expect(target.seen).toHaveLength(4 - skipped.length);
  });

  it('ends units at work by a signal, and lets the workers go', async () => {
    const target = await suiteTarget({ delayMs: () => WAITING });
    const directory = await temporaryWorkspace(chain(target.url));
    const queue = await newQueue();
    const worker = await startSuiteWorker(queue, 'w-1');
    const suite = startSuite(queue, directory, ['--concurrency', '1']);
    await target.until(1);
    suite.send('SIGINT');
    const ended = await suite.ended;
    expect(ended.code).toBe(130);
    expect(testsOf(ended).slice(1)).toMatchObject([
      { skipReason: 'interrupted' },
      { skipReason: 'interrupted' },
      { skipReason: 'interrupted' },
    ]);
    expect(testsOf(ended)[0]).toMatchObject({ name: 'first', passed: false });
    expect(target.seen).toEqual(['GET /first']);
    await worker.until(() => worker.stderr().includes('the run is over'));
  });

  it.each([
    [['--queue', 'redis://127.0.0.1:1', '--watch'], '--queue and --watch exclude each other'],
    [['--workers', '2', '--shard', '1/2'], '--workers and --shard exclude each other'],
    [['--retry-lost'], '--retry-lost needs --queue, SVC_QUEUE or queue.url'],
    [['--workers', '2'], '--workers needs --queue, SVC_QUEUE or queue.url'],
    [['--queue', 'redis://127.0.0.1:1', '--on-loss', 'stop'], '--on-loss needs --stress'],
    [
      ['--queue', 'redis://127.0.0.1:1', '--stress', '--retry-lost'],
      '--retry-lost cannot be used in a load test',
    ],
    [
      ['--queue', 'redis://127.0.0.1:1', '--workers', '2', '--min-workers', '3'],
      '--min-workers must be at most --workers, which is 2',
    ],
  ])('%j is refused', async (args, message) => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n' });
    const ended = await runSvc(['run', ...args, 'a.http'], { cwd, env: { SVC_WORKER_KEY: 'k'.repeat(32) } });
    expect(ended.code).toBe(64);
    expect(ended.stderr).toContain(`Error: ${message}\n`);
  });

  it('is refused when a unit is larger than what can be handed to a worker', async () => {
    const queue = await newQueue();
    await startSuiteWorker(queue, 'w');
    const target = await suiteTarget();
    const names = ['a', 'b', 'c'];
    const requests = names.map((name, index) =>
      [
        `### ${name}`,
        ...(index === 0 ? [] : [`# @depends ${names[index - 1]}`]),
        ...[`POST ${target.url}/${name}`, '', `< ${name}.bin`, ''],
      ].join('\n'),
    );
    const cwd = await temporaryWorkspace({
      'large.http': requests.join('\n'),
      ...Object.fromEntries(names.map((name) => [`${name}.bin`, 'x'.repeat(24 * 1024 * 1024 - 4096)])),
    });
    expect(await startSuite(queue, cwd).ended).toMatchObject({
      code: 3,
      stderr:
        'Error: the files and answers of this test are 72 MiB; at most 64 MiB can be handed to workers\n',
    });
    expect(target.seen).toEqual([]);
  });

  it('contacts no queue in a dry run, nor for files with errors or an empty selection', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n', 'broken.http': 'GTE x\n' });
    const env = { SVC_WORKER_KEY: 'k'.repeat(32) };
    const run = (...args: readonly string[]) =>
      runSvc(['run', '--queue', 'redis://127.0.0.1:1', ...args], { cwd, env });
    expect(await run('--dry-run', 'a.http')).toMatchObject({ code: 0, stderr: '' });
    expect((await run('--name', 'nothing', 'a.http')).code).toBe(64);
    expect((await run('missing.http')).code).toBe(2);
    expect((await run('--no-history', 'broken.http')).code).toBe(2);
    expect(await run('--no-history', 'a.http')).toMatchObject({
      code: 4,
      stderr: 'Error: the queue cannot be reached: 127.0.0.1:1 refused the connection\n',
    });
  });
});
