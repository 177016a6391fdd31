/** A large suite on four workers: the report of one machine; whoever is lost, every test is reported once. */
import { expect, it } from 'vitest';
import { loseEverything } from '../support/queue/distributed-run.js';
import {
  comparable,
  startSuite,
  startSuiteWorker,
  suiteTarget,
  testsOf,
} from '../support/queue/suite-run.js';
import type { TestQueue } from '../support/queue/worker-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const FILES = 60;
const REQUESTS = 400;
const WORKERS = ['w-1', 'w-2', 'w-3', 'w-4'];
const CHECKED = '\n>>>\nexpect status == 200\n<<<\n';

/** Six requests per file, and a seventh in the first forty: chains, a shared login, rows, hooks and snapshots. */
function fileText(url: string, index: number): string {
  const path = `${url}/f${index}`;
  const hook = index % 10 === 0 ? '# @before echo seeded\n' : '';
  const shot = index % 7 === 0 ? '\n>>>\nexpect body.id snapshot\n<<<\n' : CHECKED;
  return [
    `### one\n# @depends ./lib/auth.http#login\nGET ${path}/one/{{login.token}}\n\n>>>\nexpect status == 200\n<<<\n>>>capture\npath from body.path\n<<<\n`,
    `### two\n# @depends one\nGET ${path}/two{{path}}\n${CHECKED}`,
    `### three\n# @depends two\nPOST ${path}/three\n\n{"from": "{{path}}"}\n${CHECKED}`,
    `### four\n${hook}GET ${path}/four\n${CHECKED}`,
    `### five\nGET ${path}/five\n${index % 13 === 0 ? '\n>>>\nexpect body.id == 8\n<<<\n' : shot}`,
    `### six\n# @data rows.csv\nGET ${path}/six/{{row.id}}\n${CHECKED}`,
    ...(index < REQUESTS - FILES * 6 ? [`### seven\n# @depends four\nGET ${path}/seven\n${CHECKED}`] : []),
  ].join('\n');
}

function suiteFiles(url: string): Readonly<Record<string, string>> {
  const files = Array.from(
    { length: FILES },
    (_, index) => [`f${index}.http`, fileText(url, index)] as const,
  );
  const login = `### login\nPOST ${url}/login\n\n>>>capture\ntoken from body.id\n<<<\n`;
  return { ...Object.fromEntries(files), 'lib/auth.http': login, 'rows.csv': 'id\nr1\nr2\nr3\n' };
}

async function startCrew(queue: TestQueue): Promise<void> {
  for (const name of WORKERS) await startSuiteWorker(queue, name);
}

it('60 files with 400 requests are reported as by svc run, with one login', async () => {
  const target = await suiteTarget();
  const files = suiteFiles(target.url);
  const cwd = await temporaryWorkspace(files);
  const paths = Object.keys(files).filter((name) => /^f\d+\.http$/.test(name));
  const flags = ['--no-history', '--allow-shell'];
  await runSvc(['run', ...flags, '--update-snapshots', ...paths], { cwd });
  const local = await runSvc(['run', ...flags, '-o', 'json', ...paths], { cwd });
  const before = target.seen.length;
  const queue = { url: redis.url, name: 'whole' };
  await startCrew(queue);
  const ended = await startSuite(queue, cwd, ['--allow-shell', '--workers', '4', ...paths]).ended;
  expect(ended.code).toBe(local.code);
  const arrived = target.seen.slice(before);
  expect(arrived.filter((line) => line === 'POST /login')).toHaveLength(1);
  expect(arrived.toSorted()).toEqual(target.seen.slice(before - arrived.length, before).toSorted());
  const tests = testsOf(ended);
  // Each file has one request with three rows, and the login is a test too.
  expect(tests).toHaveLength(REQUESTS + FILES * 2 + 1);
  expect(new Set(tests.map(({ worker = '' }) => worker))).toEqual(new Set(['', ...WORKERS]));
  expect(comparable(ended)).toEqual(comparable(local));
});

it('every test is reported once when Redis comes back empty, three times', async () => {
  const target = await suiteTarget({ delayMs: () => 100 });
  const names = Array.from({ length: 300 }, (_, index) => `test${index}`);
  const text = names.map((name) => `### ${name}\nGET ${target.url}/${name}\n${CHECKED}`).join('\n');
  const directory = await temporaryWorkspace({ 'a.http': text });
  const queue = { url: redis.url, name: 'losing' };
  await startCrew(queue);
  const suite = startSuite(queue, directory, ['--workers', '4', '--concurrency', '1']);
  for (const count of [40, 120, 200]) {
    await target.until(count);
    await loseEverything(redis);
  }
  const ended = await suite.ended;
  expect(ended.code).toBe(0);
  expect(testsOf(ended).map(({ name, passed }) => [name, passed])).toEqual(names.map((name) => [name, true]));
  expect(target.seen.toSorted()).toEqual(names.map((name) => `GET /${name}`).toSorted());
});

it('ten workers killed one after the other: nothing is sent again, or once with --retry-lost', async () => {
  for (const retries of [false, true]) {
    const waits = new Set(Array.from({ length: 10 }, (_, index) => `/unit${index}`));
    const target = await suiteTarget({
      delayMs: ({ path }, times) => (waits.has(path) && times === 1 ? Number.POSITIVE_INFINITY : 0),
    });
    const names = [...waits].map((path) => path.slice(1));
    const text = names
      .map(
        (name) =>
          `### ${name}\nGET ${target.url}/${name}\n${CHECKED}\n### after-${name}\n# @depends ${name}\nGET ${target.url}/after-${name}\n${CHECKED}`,
      )
      .join('\n');
    const directory = await temporaryWorkspace({ 'a.http': text });
    const queue = { url: redis.url, name: retries ? 'killing-again' : 'killing' };
    let worker = await startSuiteWorker(queue, 'k-0');
    const suite = startSuite(queue, directory, [
      ...['--concurrency', '1', '--timeout', '200s'],
      ...(retries ? ['--retry-lost'] : []),
    ]);
    for (const index of names.keys()) {
      const units = (): number => new Set(target.seen.filter((line) => !line.includes('after-'))).size;
      await expect.poll(units).toBe(index + 1);
      const next = await startSuiteWorker(queue, `k-${index + 1}`);
      worker.send('SIGKILL');
      worker = next;
    }
    const ended = await suite.ended;
    const tests = testsOf(ended);
    expect(tests).toHaveLength(names.length * 2);
    const counts = names.map((name) => target.seen.filter((line) => line === `GET /${name}`).length);
    if (retries) {
      expect(ended.code).toBe(0);
      expect(Math.max(...counts)).toBeLessThanOrEqual(2);
      expect(tests.every(({ passed }) => passed)).toBe(true);
    } else {
      expect(ended.code).toBe(1);
      expect(counts).toEqual(names.map(() => 1));
      expect(tests.every(({ passed, errorKind }) => passed || errorKind === 'worker')).toBe(true);
    }
  }
});

it('workers cancel their units when the coordinator is killed, and take the next suite', async () => {
  const target = await suiteTarget({ delayMs: ({ path }) => (path.startsWith('/wait') ? 1000 : 0) });
  const names = Array.from({ length: 60 }, (_, index) => `wait${index}`);
  const waiting = names.map((name) => `### ${name}\nGET ${target.url}/${name}\n`).join('\n');
  const directory = await temporaryWorkspace({ 'a.http': waiting, 'b.http': `### b\nGET ${target.url}/b\n` });
  const queue = { url: redis.url, name: 'orphans' };
  const worker = await startSuiteWorker(queue, 'o-1');
  const suite = startSuite(queue, directory, ['a.http']);
  await target.until(4);
  suite.send('SIGKILL');
  await worker.until(() => worker.stderr().includes('the run is over'));
  const arrived = target.seen.length;
  const ended = await startSuite(queue, directory, ['b.http']).ended;
  expect(ended.code).toBe(0);
  expect(testsOf(ended)).toMatchObject([{ name: 'b', passed: true, worker: 'o-1' }]);
  expect(target.seen.slice(arrived)).toEqual(['GET /b']);
});
