import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openHistory, type HistoryStore } from '../../src/history/open-history.js';
import type { NewResults } from '../../src/history/queries/newest-results.js';
import { TeamStore } from '../../src/history/team/team-store.js';
import { migrateTeam } from '../../src/history/team/migrate-team.js';
import type { HistorySettings } from '../../src/operations/settings/history-settings.js';
import { loadHistorySettings } from '../../src/operations/settings/run-settings.js';
import { loopback } from '../support/runs/run-requests.js';
import { rowsOf, run } from '../support/runs/stored-runs.js';
import { startRelay } from '../support/servers/relay.js';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { filesOf, readStore, teamOf } from './store-under-test.js';
import {
  teamPlace as place,
  unreachableTeam as unreachable,
  waitingRuns as waits,
  warningLine as warning,
} from './team-place.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

describe('a team history that is away', () => {
  it('gets runs later, once and in their place, and changes nothing else', async () => {
    const { cwd, svc } = await place();
    const relay = await startRelay(await database.create());
    const env = { SVC_HISTORY_URL: relay.url, SVC_ACTOR: 'ada' };
    expect((await svc(['run', 'a.http'], env)).stderr).toBe('');
    await relay.cut();
    const first = await svc(['run', 'a.http'], env);
    expect([first.code, first.stderr]).toEqual([0, waits(relay.url, 1)]);
    expect((await svc(['run', '.', '--env', 'qa'], env)).stderr).toBe(
      `Warning: environment "qa" is not defined: no environment is defined\n${waits(relay.url, 2)}`,
    );
    const names = await readdir(join(cwd, '.svc'));
    const name = names.find((each) => each.startsWith('team-history-')) ?? '';
    expect((await stat(join(cwd, '.svc', name))).mode & 0o777).toBe(0o600);
    const failed = await svc(['run', 'a.http', '--last-failed'], env);
    expect([failed.code, failed.stderr]).toEqual([
      3,
      `Error: persistent history is not available: ${unreachable(relay.url)}\n`,
    ]);
    const refused = await svc(['history', 'push'], env);
    expect([refused.code, refused.stdout]).toEqual([3, 'handed in 0, 2 left\n']);
    const status = await svc(['history', 'status'], env);
    expect([status.code, status.stdout]).toEqual([3, expect.stringMatching(/\nspooled {4}2\n$/)]);

    await relay.restore();
    // A run that is stored takes those along that wait.
    expect((await svc(['run', 'a.http'], env)).stderr).toBe('');
    expect(await svc(['history', 'push'], env)).toMatchObject({ code: 0, stdout: 'handed in 0, 0 left\n' });
    const stored = await readStore(cwd, env);
    expect(stored.map(({ environment, actor }) => [environment, actor])).toEqual([
      ['dev', 'ada'],
      ['dev', 'ada'],
      ['qa', 'ada'],
      ['dev', 'ada'],
    ]);
    const ids = stored.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    // Waiting runs get their ids when they arrive, after that of the run that took them along.
    expect([ids[1], ids[2]]).toEqual([Math.max(...ids) - 1, Math.max(...ids)]);
    expect(await filesOf(cwd)).not.toContain('p@ss');
  });

  it('has nowhere to wait without a place for the file', async () => {
    const { cwd, svc } = await place({ '.svc': 'no folder' });
    const env = { SVC_HISTORY_URL: 'postgres://ci:x@127.0.0.1:1/quality' };
    const { code, stderr } = await svc(['run', 'a.http'], env);
    expect([code, stderr]).toEqual([
      0,
      warning(unreachable(env.SVC_HISTORY_URL)) +
        warning('the run was not stored in the history: its folder is not a directory'),
    ]);
    expect(await readdir(cwd)).toContain('.svc');
  });
});

describe('the rights of a database user', () => {
  it.each([
    ['a password', (url: string) => url.replace(/:[^:@]*@/, ':wrong@')],
    ['a database', (url: string) => url.replace(/[^/]*$/, 'nothing')],
  ])('that are refused for %s keep the run here', async (_what, change) => {
    const { svc } = await place();
    const SVC_HISTORY_URL = change(await database.create());
    const { code, stderr } = await svc(['run', 'a.http'], { SVC_HISTORY_URL });
    expect([code, stderr]).toEqual([0, warning('the team history refused the user, password or database')]);
    expect((await svc(['history', 'status'], { SVC_HISTORY_URL })).stdout).toMatch(/\nspooled {4}1\n/);
  });
});

describe('the tables of a team history', () => {
  it('of a later version are left alone', async () => {
    const { svc } = await place();
    const SVC_HISTORY_URL = await database.create();
    await svc(['history', 'migrate'], { SVC_HISTORY_URL });
    await database.query('update svc.meta set version = 2');
    const message = 'a later version of svc wrote the team history (schema 2, this svc knows 1)';
    expect((await svc(['run', 'a.http'], { SVC_HISTORY_URL })).stderr).toBe(warning(message));
    expect(await svc(['history', 'migrate'], { SVC_HISTORY_URL })).toMatchObject({ code: 3 });
    expect(await database.query('select count(*)::int as runs from svc.runs')).toMatchObject([{ runs: 0 }]);
  });

  it('are not made on a server that is too old, and runs wait', async () => {
    const { svc } = await place();
    const SVC_HISTORY_URL = await database.create();
    // No server of that age runs here, so this one only says so.
    await database.query(`
      create schema old;
      create function old.current_setting(text) returns text language sql as $$ select '130004' $$`);
    const name = new URL(SVC_HISTORY_URL).pathname.slice(1);
    await database.query(`alter database ${name} set search_path = old, pg_catalog`);
    const { code, stderr } = await svc(['run', 'a.http'], { SVC_HISTORY_URL });
    const message = 'the team history is PostgreSQL 13.4; 14 or later is needed';
    expect([code, stderr]).toEqual([0, warning(message)]);
    expect((await svc(['history', 'push'], { SVC_HISTORY_URL })).stdout).toBe('handed in 0, 1 left\n');
    await database.query(`alter database ${name} reset search_path`);
    expect((await svc(['history', 'push'], { SVC_HISTORY_URL })).stdout).toBe('handed in 1, 0 left\n');
  });

  it('are made once by programs that start at the same time', async () => {
    const { cwd } = await place();
    const process = { HOME: cwd, SVC_HISTORY_URL: await database.create() };
    const { history } = await loadHistorySettings({ cwd, process, overrides: {} });
    const team = history?.team;
    if (team === undefined) throw new Error('there is no team history');
    const made = await Promise.all(Array.from({ length: 6 }, () => migrateTeam(team, [])));
    expect(made).toHaveLength(6);
    expect(await database.query('select version from svc.meta')).toMatchObject([{ version: 1 }]);
  });

  it('are made again when somebody has removed them, and no run is lost', async () => {
    const { cwd } = await place();
    const url = await database.create();
    const warnings: string[] = [];
    const options = { team: await teamOf(url, cwd), role: 'server', keepRuns: 10, retryDelayMs: 0 } as const;
    const store = new TeamStore(options, (message) => warnings.push(message));
    const rows = rowsOf(run());
    expect(await store.query('add', rows)).toEqual([1]);
    await database.query('drop schema svc cascade');
    // Which of the next statements misses the tables depends on what the first run has left to be done.
    await store.query('add', rows);
    await store.query('add', rows);
    await store.handIn(0);
    await store.close();
    expect(await database.query('select count(*)::int as runs from svc.runs')).toMatchObject([{ runs: 2 }]);
    const missing = 'the team history has no schema, this svc needs 1; let its owner run svc history migrate';
    expect(warnings.filter((warning) => warning !== missing)).toEqual([]);
  });

  it('keep what a workspace may keep, oldest first', async () => {
    const { cwd, svc } = await place({ 'service.yaml': 'history: { keepRuns: 5, keepDays: 30 }\n' });
    const SVC_HISTORY_URL = await database.create();
    await svc(['history', 'migrate'], { SVC_HISTORY_URL });
    await database.query(`
      insert into svc.runs (uid, workspace, source, file_path, environment, started_at, finished_at, duration_ms,
        passed, failed, skipped, total, actor, host, git_commit, git_branch, ci_url, shard)
      select gen_random_uuid(), w, 'cli', 'a.http', n::text, now() - n * interval '7 days', now(), 1,
        1, 0, 0, 1, '', '', '', '', '', ''
      from generate_series(1, 12) n, unnest(array['${cwd}', 'other']) w`);
    await svc(['run', 'a.http'], { SVC_HISTORY_URL });
    const stored = await readStore(cwd, { SVC_HISTORY_URL });
    expect(stored.map(({ environment }) => environment)).toEqual(['4', '3', '2', '1', 'dev']);
    const others = await database.query(
      "select count(*)::int as runs from svc.runs where workspace = 'other'",
    );
    expect(others).toMatchObject([{ runs: 12 }]);
  });

  it('are used without a state of the session, so that a pooler may be in between', async () => {
    const { svc } = await place();
    const relay = await startRelay(await database.create());
    const env = { SVC_HISTORY_URL: relay.url };
    await svc(['run', 'a.http'], env);
    await svc(['run', 'a.http', '--last-failed'], env);
    await svc(['history', 'list'], env);
    const { statements, names } = protocolOf(relay.sent());
    expect(statements.length).toBeGreaterThan(10);
    expect(names.filter((name) => name !== '')).toEqual([]);
    const others = statements.filter((text) =>
      /^\s*(?:set(?! local)|listen|declare|prepare|discard)/i.test(text),
    );
    expect(others).toEqual([]);
    expect(statements.filter((text) => /pg_(?:try_)?advisory_lock/.test(text))).toEqual([]);
    expect(statements.some((text) => text.includes('pg_try_advisory_xact_lock'))).toBe(true);
  });

  it('hold texts that PostgreSQL cannot, with a replacement for what it refuses', async () => {
    const { url } = await loopback((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end("a\0b \\ \" {x} \\x00 NULL \\'; it's");
      return undefined;
    });
    const { cwd, svc } = await place({ 'b.http': `### ${'n'.repeat(5000)}\nGET ${url}\n` });
    const env = { SVC_HISTORY_URL: await database.create() };
    // Texts are the same for a server that reads backslashes in all of them.
    const name = new URL(env.SVC_HISTORY_URL).pathname.slice(1);
    await database.query(`alter database ${name} set standard_conforming_strings = off`);
    expect((await svc(['run', 'b.http'], env)).stderr).toBe('');
    const [run] = await readStore(cwd, env);
    expect(run?.results[0]?.bodyPreview).toBe("a\uFFFDb \\ \" {x} \\x00 NULL \\'; it's");
    expect(run?.results[0]?.requestName).toBe('n'.repeat(2000));
  });
});

describe('new results', () => {
  it('have every run once it is there, also one that ends after a later one', async () => {
    const url = await database.create();
    const { cwd } = await place();
    const { history } = await loadHistorySettings({
      cwd,
      process: { HOME: cwd, SVC_HISTORY_URL: url },
      overrides: {},
    });
    const [slow, quick] = [storeOf(history), storeOf(history)];
    const add = (store: HistoryStore, environment: string): Promise<number> =>
      store.add(rowsOf(run({ environment, filePath: `${environment}.http` })));
    const read = (afterRunId: number): Promise<NewResults> =>
      quick.query('newResults', { workspace: cwd, afterRunId, except: [] });
    await add(quick, 'first');
    // A run with this environment has its id and then waits.
    await database.query(`
      create function svc.wait() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(7); return new; end $$;
      create trigger wait before insert on svc.runs for each row when (new.environment = 'slow')
        execute function svc.wait()`);
    const blocker = postgres(url, { max: 1 });
    onTestFinished(() => blocker.end());
    const { slowId, laterId, early } = await blocker.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(7)`;
      const adding = add(slow, 'slow');
      // Other databases of the same server may have locks too.
      const waiting = `
        select count(*)::int as n from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`;
      await expect.poll(async () => (await database.query(waiting))[0]?.['n']).toBe(1);
      return { slowId: adding, laterId: await add(quick, 'later'), early: await read(0) };
    });
    expect(await slowId).toBeLessThan(laterId);
    expect(early.runIds).toContain(laterId);
    expect(early.runIds).not.toContain(await slowId);
    const next = await read(early.lastRunId);
    expect(next.runIds).toContain(await slowId);
    // Transactions of other databases of the same server may hold the last id back for a while.
    await expect.poll(async () => (await read(next.lastRunId)).lastRunId).toBe(laterId);
  });
});

function storeOf(history: HistorySettings | undefined): HistoryStore {
  if (history === undefined) throw new Error('there is no history');
  const store = openHistory({ ...history, onWarning: (message) => expect.unreachable(message) });
  onTestFinished(() => store.close());
  return store;
}

/** The statements and their names in what clients have sent; the first message of a connection has no letter. */
function protocolOf(bytes: Buffer): { readonly statements: string[]; readonly names: string[] } {
  const statements: string[] = [];
  const names: string[] = [];
  const text = bytes.toString('latin1');
  for (const { 0: found, index } of text.matchAll(/[PQ]\0[\s\S]{3}/g)) {
    const length = bytes.readUInt32BE(index + 1);
    const body = bytes.toString('utf8', index + found.length, index + 1 + length);
    if (!/^[^\0]*\0?[^\0]*(?:select|insert|begin|set|commit|delete|rollback)/i.test(body)) continue;
    const parts = body.split('\0');
    if (found.startsWith('P')) names.push(parts[0] ?? '');
    statements.push((found.startsWith('P') ? parts[1] : parts[0]) ?? '');
  }
  return { statements, names };
}

describe('a team history of service.yaml', () => {
  it('takes values of variables, which cannot lead it to another host', async () => {
    const relay = await startRelay(await database.create());
    const elsewhere = await startRelay(relay.url);
    const { username, password, host, pathname } = new URL(relay.url);
    const { svc } = await place({
      'service.yaml': `history:\n  url: postgres://\${WHO}@${host}${pathname}\n`,
    });
    const env = { SVC_HISTORY_HOSTS: '127.0.0.1', WHO: `${username}:${password}` };
    expect((await svc(['run', 'a.http', '-vv'], env)).code).toBe(0);
    expect(relay.connections()).toBe(1);
    const led = await svc(['run', 'a.http'], {
      ...env,
      WHO: `x@${new URL(elsewhere.url).host}/${pathname}?`,
    });
    expect([led.code, led.stderr]).toEqual([
      3,
      'Error: history.url must be a postgres:// URL with host and database\n',
    ]);
    expect(elsewhere.connections()).toBe(0);
  });

  it.each([
    [
      'history: { url: "mysql://h/d" }',
      {},
      3,
      'history.url must be a postgres:// URL with host and database',
    ],
    [
      'history: { url: "postgres://h" }',
      {},
      3,
      'history.url must be a postgres:// URL with host and database',
    ],
    ['history: { url: "postgres://${H}/d" }', {}, 3, 'history.url must be a postgres:// URL with host and'],
    [
      '{}',
      { SVC_HISTORY_URL: 'postgres://h' },
      64,
      'history.url must be a postgres:// URL with host and database',
    ],
    ['{}', { SVC_HISTORY_URL: 'postgres://h/d?sslmode=no' }, 64, 'history.url must be a postgres:// URL'],
    ['{}', { SVC_HISTORY_URL: 'postgres://h/d', SVC_HISTORY_DB: 'h.db' }, 64, 'exclude each other'],
  ] as const)('is refused: %s %j', async (yaml, env, code, message) => {
    const { svc } = await place({ 'service.yaml': `${yaml}\n` });
    const outcome = await svc(['run', 'a.http'], env);
    expect([outcome.code, outcome.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  it('is not used when a flag names a file or switches the history off', async () => {
    const { cwd, svc } = await place();
    const env = { SVC_HISTORY_URL: 'postgres://ci:x@127.0.0.1:1/quality' };
    expect((await svc(['run', 'a.http', '--history-db', 'own.db'], env)).stderr).toBe('');
    expect((await svc(['run', 'a.http', '--no-history'], env)).stderr).toBe('');
    expect(await readdir(cwd)).toContain('own.db');
    expect(await readdir(cwd)).not.toContain('.svc');
  });
});
