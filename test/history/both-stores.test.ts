import fc from 'fast-check';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openHistory } from '../../src/history/open-history.js';
import type { RunRows } from '../../src/history/store/run-rows.js';
import { TeamStore } from '../../src/history/team/team-store.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { teamOf } from './store-under-test.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', 'NULL', '{}', '\\', '"', 'a\0b', '\uD800', "it's", '{"a":[1,"\\\\"]}', '\u2028ä🙂'),
);
const count = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const flag = fc.constantFrom(0, 1);
const assertion = fc.tuple(text, text, text, text, flag, text);
const result = fc.tuple(
  fc.tuple(text, text, text, count, count, flag, flag, text, text, text, fc.option(text)),
  fc.array(assertion, { maxLength: 4 }),
);

/** A run without the workspace, which stores give themselves. */
const run = fc
  .tuple(
    fc.constantFrom('server', 'cli'),
    text,
    text,
    fc.integer({ min: 0, max: 4e12 }),
    count,
    fc.array(result),
  )
  .map(([source, file, environment, startedAt, number, results]): RunRows => {
    const counts = [number, number, number, number, number];
    return {
      runs: ['here', source, file, environment, startedAt, startedAt + 5, ...counts],
      resultCounts: [results.length],
      results: results.flatMap(([columns]) => [...columns]),
      assertionCounts: results.map(([, assertions]) => assertions.length),
      assertions: results.flatMap(([, assertions]) => assertions.flat()),
    };
  });

it('both stores give the same run back, whatever it contains', async () => {
  const home = await temporaryWorkspace();
  const team = { ...(await teamOf(await database.create(), home)), workspace: 'here' };
  const store = { keepRuns: 1000, onWarning: (message: string) => expect.unreachable(message) };
  const local = openHistory({ ...store, path: join(home, 'local.db') });
  const shared = openHistory({ ...store, path: '', team });
  onTestFinished(async () => {
    await local.close();
    await shared.close();
  });
  const read = async (from: typeof local, id: number): Promise<unknown> => {
    const line = Buffer.from((await from.query('detail', id)) ?? []).toString('utf8');
    return JSON.parse(line, (key, value: unknown) => (key === 'id' ? undefined : value)) as unknown;
  };
  await fc.assert(
    fc.asyncProperty(run, async (rows) => {
      const [here, there] = [await local.add(rows), await shared.add(rows)];
      expect(there).toBeGreaterThan(0);
      const { actor, host, gitCommit, gitBranch, ciUrl, shard, ...common } = (await read(
        shared,
        there,
      )) as Record<string, unknown>;
      expect([typeof actor, typeof host, gitCommit, gitBranch, ciUrl, shard]).toEqual([
        'string',
        'string',
        '',
        '',
        '',
        '',
      ]);
      expect(common).toEqual(await read(local, here));
    }),
    { numRuns: 40 },
  );
});

it('a missing package keeps the run here', async () => {
  const home = await temporaryWorkspace();
  const warnings: string[] = [];
  const team = await teamOf('postgres://ci:x@127.0.0.1:1/quality', home);
  const options = { team, role: 'command', keepRuns: 10, retryDelayMs: 0 } as const;
  const store = new TeamStore(
    options,
    (message) => warnings.push(message),
    () => Promise.reject(new Error('no such package')),
  );
  const [rows] = fc.sample(run, 1);
  if (rows === undefined) throw new Error('there is no run');
  expect(await store.query('add', rows)).toEqual([0]);
  await expect(store.query('list', {})).rejects.toThrow(
    'persistent history is not available: the team history needs',
  );
  expect(await store.query('waiting')).toBe(1);
  await store.close();
  expect(warnings).toEqual([
    'the team history needs the package postgres; install it beside svc (npm install postgres@3)',
  ]);
});
