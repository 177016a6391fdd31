/** The team history at its full size: killed writers, a server at its limits, retention and speed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHistory, type HistoryStore } from '../../src/history/open-history.js';
import type { HistorySettings } from '../../src/operations/settings/history-settings.js';
import { loadHistorySettings } from '../../src/operations/settings/run-settings.js';
import { BROKEN_RUNS, startWriter } from '../history/team-writers.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { builtMain } from '../support/program/run-svc.js';
import { loopback } from '../support/runs/run-requests.js';
import { median } from '../support/queue/process-cost.js';
import { result, rowsOf, run } from '../support/runs/stored-runs.js';
import { startRelay } from '../support/servers/relay.js';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

const numberOf = async (sql: string): Promise<number> => Number((await database.query(sql))[0]?.['n']);

async function settingsOf(url: string, home: string): Promise<HistorySettings> {
  const variables = { HOME: home, SVC_HISTORY_URL: url };
  const { history } = await loadHistorySettings({ cwd: home, process: variables, overrides: {} });
  if (history === undefined) throw new Error('there is no history');
  return history;
}

async function openTeam(url: string, home: string): Promise<HistoryStore> {
  return openHistory({
    ...(await settingsOf(url, home)),
    keepRuns: 1_000_000,
    onWarning: (message) => expect.unreachable(message),
  });
}

it('8 writers of 500 runs, killed at random, leave whole runs, none twice; readers see only whole ones', async () => {
  const url = await database.create();
  const home = await temporaryWorkspace();
  const reader = await openTeam(url, home);
  await reader.query('open');
  const writers = Array.from({ length: 8 }, (_, index) => {
    const writer = startWriter({ url, home, name: `w${index}`, count: 500 });
    // Half of them end by themselves.
    if (index % 2 === 0) void sleep(2000 + Math.random() * 6000).then(() => writer.process.kill('SIGKILL'));
    return writer;
  });
  const state = { isOver: false };
  let seen = 0;
  const ended = Promise.all(writers.map((writer) => writer.ended)).then(() => (state.isOver = true));
  while (!state.isOver) {
    const { runs } = JSON.parse(Buffer.from(await reader.query('list', { limit: 20 })).toString('utf8')) as {
      runs: { id: number }[];
    };
    for (const { id } of runs) {
      const detail = JSON.parse(Buffer.from((await reader.query('detail', id)) ?? []).toString('utf8')) as {
        results: { assertions: unknown[] }[];
      };
      expect(detail.results.map(({ assertions }) => assertions.length)).toEqual([2, 2, 2]);
      seen += 1;
    }
  }
  await ended;
  await reader.close();
  expect(seen).toBeGreaterThan(100);
  expect(await database.query(BROKEN_RUNS)).toEqual([]);
  const stored = new Set(
    (await database.query('select environment from svc.runs')).map((row) => row['environment']),
  );
  const done = writers.flatMap(({ lines }) => lines().filter((line) => line.startsWith('done ')));
  for (const line of done) expect(stored).toContain(line.split(' ')[1]);
  expect(done.length).toBeGreaterThanOrEqual(4 * 500);
});

it('what waits arrives once, in its place, also when the process that hands it in is killed 20 times', async () => {
  const { url } = await loopback();
  const relay = await startRelay(await database.create());
  const files = Array.from(
    { length: 400 },
    (_, index) => [`f${index}.http`, `### a\nGET ${url}/\n`] as const,
  );
  const cwd = await temporaryWorkspace(Object.fromEntries(files));
  const env = { HOME: cwd, SVC_HISTORY_URL: relay.url };
  await runInProcess(['history', 'migrate'], { cwd, env });
  await relay.cut();
  const { stderr } = await runInProcess(['run', '.'], { cwd, env });
  expect(stderr).toContain('(400 waiting)');
  await relay.restore();
  let kills = 0;
  while (kills < 20) {
    const child = spawn(process.execPath, [builtMain, 'history', 'push'], { cwd, env, stdio: 'ignore' });
    const ended = new Promise((resolve) => {
      child.once('close', resolve);
    });
    await killSometime(child);
    await ended;
    kills += 1;
  }
  const last = await runInProcess(['history', 'push'], { cwd, env });
  expect(last.stdout).toMatch(/^handed in \d+, 0 left\n$/);
  expect(await numberOf('select count(*) as n from svc.runs')).toBe(400);
  expect(await numberOf('select count(distinct file_path) as n from svc.runs')).toBe(400);
  expect(await database.query('select 1 from svc.runs where total <> 1')).toEqual([]);
});

describe('12,000 runs, of which 10,000 are kept', () => {
  const addOld = (home: string, count: number): Promise<unknown> =>
    database.query(`
      insert into svc.runs (uid, workspace, source, file_path, environment, started_at, finished_at, duration_ms,
        passed, failed, skipped, total, actor, host, git_commit, git_branch, ci_url, shard)
      select gen_random_uuid(), '${home}', 'cli', 'old.http', 'old', now() - n * interval '1 hour', now(), 1,
        1, 0, 0, 0, '', '', '', '', '', ''
      from generate_series(1, ${count}) n`);

  it('become 10,000 after 4 writers at once', async () => {
    const url = await database.create();
    const home = await temporaryWorkspace();
    await startWriter({ url, home, name: 'first', count: 200 }).ended;
    await addOld(home, 11_800);
    expect(await numberOf('select count(*) as n from svc.runs')).toBe(12_000);
    const writers = ['a', 'b', 'c', 'd'].map((name) =>
      startWriter({ url, home, name, count: 100, keepRuns: 10_000 }),
    );
    await Promise.all(writers.map(({ ended }) => ended));
    await startWriter({ url, home, name: 'last', count: 1, keepRuns: 10_000 }).ended;
    expect(await numberOf('select count(*) as n from svc.runs')).toBe(10_000);
    expect(await numberOf("select count(*) as n from svc.runs where environment like 'a-%'")).toBe(100);
  });

  it('are removed while no writer waits longer than twice its usual time', async () => {
    const url = await database.create();
    const home = await temporaryWorkspace();
    await startWriter({ url, home, name: 'first', count: 1 }).ended;
    await addOld(home, 10_000);
    const settings = await settingsOf(url, home);
    const writers = ['a', 'b', 'c', 'd'].map((name) => startWriter({ url, home, name, count: 100_000 }));
    await expect.poll(() => writers.every(({ lines }) => lines().length > 100)).toBe(true);
    const removals: { readonly start: number; readonly end: number }[] = [];
    for (let pair = 0; pair < 7; pair += 1) {
      await addOld(home, 2000);
      await someWrites();
      const remover = openHistory({
        ...settings,
        keepRuns: 10_000,
        onWarning: (message) => expect.unreachable(message),
      });
      await remover.add(rowsOf(run({ environment: 'remover' })));
      const start = Date.now();
      await remover.close();
      removals.push({ start, end: Date.now() });
      await someWrites();
    }
    for (const { process: child } of writers) child.kill('SIGKILL');
    await Promise.all(writers.map(({ ended }) => ended));
    const writes = writers.flatMap(({ lines }) => lines().flatMap(writeOf));
    const slowest = (start: number, end: number): number =>
      Math.max(...writes.filter((write) => write.start < end && write.end > start).map(({ ms }) => ms));
    // The slowest write during each removal beside the slowest in the same time before it.
    const ratios = removals.map(
      ({ start, end }) => slowest(start, end) / slowest(start - (end - start), start),
    );
    process.stdout.write(`slowest write while runs are removed: ${median(ratios).toFixed(2)} of the usual\n`);
    expect(median(ratios)).toBeLessThan(2);
  });
});

interface Write {
  readonly start: number;
  readonly end: number;
  readonly ms: number;
}

function writeOf(line: string): readonly Write[] {
  const [word, , , ms, start] = line.split(' ');
  return word === 'done' ? [{ start: Number(start), end: Number(start) + Number(ms), ms: Number(ms) }] : [];
}

describe('beside SQLite', () => {
  it('a run of 100 results with 3 assertions each takes at most 3 times as long to store', async () => {
    const home = await temporaryWorkspace();
    const team = await openTeam(await database.create(), home);
    const local = openHistory({ path: join(home, 'h.db'), keepRuns: 1_000_000, onWarning: () => undefined });
    const [check] = result('x').assertions;
    if (check === undefined) throw new Error('there is no assertion');
    const results = Array.from({ length: 100 }, (_, index) =>
      result(`request ${index}`, { assertions: [check, check, check] }),
    );
    const rows = rowsOf(run({ results, total: 100 }));
    const time = async (store: HistoryStore): Promise<number> => {
      const started = performance.now();
      expect(await store.add(rows)).toBeGreaterThan(0);
      return performance.now() - started;
    };
    for (let warm = 0; warm < 20; warm += 1) await Promise.all([time(team), time(local)]);
    const pairs = [];
    for (let pair = 0; pair < 41; pair += 1) pairs.push([await time(team), await time(local)] as const);
    const ratio = median(pairs.map(([shared]) => shared)) / median(pairs.map(([, own]) => own));
    process.stdout.write(`storing a run: ${ratio.toFixed(2)} of SQLite\n`);
    await Promise.all([team.close(), local.close()]);
    expect(ratio).toBeLessThan(3);
  });

  it('a page among 100,000 runs takes at most 3 times as long', async () => {
    const home = await temporaryWorkspace();
    const url = await database.create();
    const team = await openTeam(url, home);
    const local = openHistory({ path: join(home, 'h.db'), keepRuns: 1_000_000, onWarning: () => undefined });
    await Promise.all([team.query('open'), local.query('open')]);
    const columns = `workspace, source, file_path, environment, started_at, finished_at, duration_ms, passed, failed,
      skipped, total`;
    await database.query(`
      insert into svc.runs (uid, ${columns}, actor, host, git_commit, git_branch, ci_url, shard)
      select gen_random_uuid(), '${home}', 'cli', 'a.http', 'dev', now() - n * interval '1 s', now(), 1, 1, 0, 0, 0,
        '', '', '', '', '', '' from generate_series(1, 100000) n`);
    await database.query('vacuum analyze svc.runs');
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const file = new DatabaseSync(join(home, 'h.db'));
    file.exec(`
      with recursive series(n) as (select 1 union all select n + 1 from series where n < 100000)
      insert into runs (${columns}) select '${home}', 'cli', 'a.http', 'dev', n * 1000, n * 1000, 1, 1, 0, 0, 0 from series`);
    file.close();
    const time = async (store: HistoryStore): Promise<number> => {
      const started = performance.now();
      const line = await store.query('list', { workspace: home });
      expect(line.length).toBeGreaterThan(1000);
      return performance.now() - started;
    };
    const pairs = [];
    for (let pair = 0; pair < 21; pair += 1) pairs.push([await time(team), await time(local)] as const);
    const ratio = median(pairs.map(([shared]) => shared)) / median(pairs.map(([, own]) => own));
    process.stdout.write(`a page among 100,000 runs: ${ratio.toFixed(2)} of SQLite\n`);
    await Promise.all([team.close(), local.close()]);
    expect(ratio).toBeLessThan(3);
  });
});

/** While other processes write. */
async function someWrites(): Promise<void> {
  await sleep(1000);
}

async function killSometime(child: ChildProcess): Promise<void> {
  await sleep(60 + Math.random() * 260);
  if (child.exitCode === null) child.kill('SIGKILL');
}
