/** Secrets whose values programs print: the machine that hands out the work asks for them, no worker does. */
import { expect, it } from 'vitest';
import { findSecrets, monitor, readRedisFiles, STORES_EVERYTHING } from '../support/queue/planted-secrets.js';
import { startDistributed } from '../support/queue/distributed-run.js';
import { startSuite, startSuiteWorker, suiteTarget, testsOf } from '../support/queue/suite-run.js';
import { secretFiles, startsOf } from '../support/program/secret-program.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startRedis } from '../support/servers/redis-server.js';

const SECRETS = { needed: 'tok+Needed/4711', other: 'tok+Other/4712' };
const ALLOW = '--allow-secret-commands';

it('a suite and a load test on workers have the values, which nobody who reads Redis sees', async () => {
  const redis = await startRedis({ args: STORES_EVERYTHING });
  const seen = await monitor(redis);
  const target = await suiteTarget();
  const text = ['one', 'two', 'three'].map(
    (name) =>
      `### ${name}\nGET ${target.url}/${name}\nX-Token: {{needed}}\n\n>>>\nexpect body.id == 7\n<<<\n`,
  );
  const cwd = await temporaryWorkspace({
    'a.http': text.join('\n'),
    'broken.http': `### broken\nGET ${target.url}/broken\nX-Token: {{broken}}\n`,
    ...secretFiles([
      { name: 'needed', gives: ['slow', SECRETS.needed] },
      { name: 'other', gives: ['text', SECRETS.other] },
      { name: 'broken', gives: ['file', 'no.txt'] },
    ]),
  });
  const queue = { url: redis.url, name: 'svc' };
  const workers = await Promise.all(['w-1', 'w-2'].map((name) => startSuiteWorker(queue, name)));
  const suite = await startSuite(queue, cwd, [ALLOW]).ended;
  const tests = testsOf(suite);
  expect(tests.map(({ name, passed, worker }) => [name, passed, worker !== undefined])).toEqual([
    ['one', true, true],
    ['two', true, true],
    ['three', true, true],
    ['broken', false, true],
  ]);
  expect(tests[3]).toMatchObject({ errorKind: 'variable' });
  expect(tests[3]?.error).toContain('secret "broken": node ended with 1: ');
  expect(new Set(target.requests.map(({ headers }) => headers['x-token']))).toEqual(
    new Set([SECRETS.needed]),
  );
  expect([...startsOf(cwd)].sort()).toEqual(['file no.txt', `slow ${SECRETS.needed}`]);

  const refused = testsOf(await startSuite(queue, cwd, ['a.http']).ended);
  expect(refused.map(({ error }) => error)).toEqual(
    refused.map(() => 'secret "needed" comes from a command; permit it with --allow-secret-commands'),
  );

  target.requests.length = 0;
  const load = await startDistributed(redis.url, { directory: cwd }, [
    ...['--workers', '2', '-r', '20', '-d', '1s', ALLOW, 'a.http'],
  ]).ended;
  expect(load, load.stderr).toMatchObject({ code: 0 });
  expect(new Set(target.requests.map(({ headers }) => headers['x-token']))).toEqual(
    new Set([SECRETS.needed]),
  );
  expect(startsOf(cwd)).toHaveLength(3);

  for (const worker of workers) worker.send('SIGTERM');
  const logs = await Promise.all(workers.map(async ({ ended }) => (await ended).stderr));
  const outputs = [suite.stdout, suite.stderr, load.stdout, load.stderr, ...logs];
  expect(findSecrets(SECRETS, [seen(), ...(await readRedisFiles(redis)), ...outputs])).toEqual([]);
}, 120_000);
