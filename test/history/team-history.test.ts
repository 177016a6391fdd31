import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openHistory, type HistoryStore } from '../../src/history/open-history.js';
import type { NewResults } from '../../src/history/queries/newest-results.js';
import { migrateTeam } from '../../src/history/team/migrate-team.js';
import type { HistorySettings } from '../../src/operations/settings/history-settings.js';
import { loadHistorySettings } from '../../src/operations/settings/run-settings.js';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';
import { loopback } from '../support/runs/run-requests.js';
import { rowsOf, run as runWith } from '../support/runs/stored-runs.js';
import { startRelay } from '../support/servers/relay.js';
import { startServer } from '../support/servers/running-server.js';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { filesOf, readStore } from './store-under-test.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

type Environment = Readonly<Record<string, string>>;

interface Place {
  readonly cwd: string;
  readonly svc: (args: readonly string[], env?: Environment) => Promise<RunOutcome>;
}

async function place(files: Readonly<Record<string, string>> = {}): Promise<Place> {
  const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
  const cwd = await temporaryWorkspace({ 'a.http': `### a\nGET ${url}/a\n`, ...files });
  return { cwd, svc: (args, env = {}) => runInProcess(args, { cwd, env }) };
}

const warning = (message: string): string => `Warning: ${message}\n`;
const unreachable = (url: string, why = 'refused the connection'): string =>
  `the team history cannot be reached (${new URL(url).host} ${why})`;
const waits = (url: string, count: number, why?: string): string =>
  warning(`${unreachable(url, why)}; runs are kept here and handed in later (${count} waiting)`);

/** A role with that right on the tables of the newest database, and the URL with which it connects. */
async function role(name: string, url: string, rights: string): Promise<string> {
  await database.query(`create role ${name} login password 'x'`, url);
  if (rights !== '') {
    await database.query(`grant usage on schema svc to ${name}`, url);
    await database.query(`grant ${rights} on all tables in schema svc to ${name}`, url);
  }
  const { host, pathname } = new URL(url);
  return `postgres://${name}:x@${host}${pathname}`;
}

/** What differs from run to run in a results document. */
const TIMES = new Set(['time', 'duration', 'timings', 'headers', 'startedAt']);

describe('a team history that is away', () => {
  it('gets runs later, once and in their place, and changes nothing else', async () => {
    const { cwd, svc } = await place();
    const relay = await startRelay(await database.create());
    const env = { SVC_HISTORY_URL: relay.url, SVC_ACTOR: 'ada' };
    expect((await svc(['run', 'a.http'], env)).stderr).toBe('');
    await relay.cut();
    const first = await svc(['run', 'a.http'], env);
    expect([first.code, first.stderr]).toEqual([0, waits(relay.url, 1)]);
    expect((await svc(['run', '.', '--env', 'qa'], env)).stderr).toBe(waits(relay.url, 2));
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

  it('that stops in the middle of a suite changes neither report nor code', async () => {
    const relay = await startRelay(await database.create());
    const { url } = await loopback(async ({ path }) => {
      if (path === '/cut') await relay.cut();
      return path === '/bad' ? 500 : 200;
    });
    const { cwd, svc } = await place({
      'b.http': `### b\nGET ${url}/cut\n`,
      'c.http': `### c\nGET ${url}/bad\n`,
    });
    const env = { SVC_HISTORY_URL: relay.url };
    await svc(['history', 'migrate'], env);
    const report = ({ stdout }: RunOutcome): unknown =>
      JSON.parse(stdout, (key, value: unknown) => (TIMES.has(key) ? 0 : value));
    const args = ['run', '.', '-o', 'json'];
    const without = await svc([...args, '--no-history']);
    await relay.restore();
    const cut = await svc(args, env);
    expect([cut.code, report(cut)]).toEqual([without.code, report(without)]);
    expect(cut.stderr).toBe(waits(relay.url, 3));
    await relay.restore();
    expect((await svc(['history', 'push'], env)).stdout).toBe('handed in 3, 0 left\n');
    expect((await readStore(cwd, env)).map(({ filePath }) => filePath)).toEqual([
      'a.http',
      'b.http',
      'c.http',
    ]);
  });

  it('is waited for 5 s at most when it does not respond', async () => {
    const { svc } = await place();
    const relay = await startRelay(await database.create());
    const env = { SVC_HISTORY_URL: relay.url };
    expect((await svc(['run', 'a.http'], env)).stderr).toBe('');
    relay.block();
    const { code, stderr } = await svc(['run', 'a.http'], env);
    expect([code, stderr]).toEqual([0, waits(relay.url, 1, 'did not respond within 3 s')]);
    await relay.restore();
    expect((await svc(['history', 'push'], env)).stdout).toBe('handed in 1, 0 left\n');
  });

  it('is unavailable for clients of a server, which go on', async () => {
    const { url } = await loopback();
    const relay = await startRelay(await database.create());
    await relay.cut();
    const server = await startServer({
      history: true,
      files: { 'a.http': `GET ${url}\n` },
      env: { SVC_HISTORY_URL: relay.url },
    });
    const execute = async (): Promise<unknown> =>
      (await server.call('POST', '/execute', { json: { file: 'a.http' } })).json;
    expect(await execute()).toMatchObject({ passed: 1, runId: 0 });
    expect((await server.get('/health')).json).toMatchObject({ history: 'unavailable', historySpooled: 1 });
    for (const path of ['/history/runs', '/history/runs/1', '/stress/runs']) {
      const { status, json } = await server.get(path);
      expect([status, (json as { message: string }).message]).toEqual([
        503,
        `persistent history is not available: ${unreachable(relay.url)}`,
      ]);
    }
    expect(server.svc.stderr().match(/the team history cannot be reached/g)).toHaveLength(1);
    await relay.restore();
    // Clients that ask again find the server, and the next run takes the waiting one along.
    await expect.poll(async () => (await server.get('/health')).json).toMatchObject({ history: 'ok' });
    expect(await execute()).toMatchObject({ runId: 1 });
    await expect.poll(async () => (await server.get('/history/runs')).json).toMatchObject({ total: 2 });
    expect((await server.get('/health')).json).toMatchObject({ historySpooled: 0 });
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
  it('decide who makes tables, and migrate gives exactly those to write and to read', async () => {
    const { svc } = await place();
    const url = await database.create();
    const [writer, reader, appender] = await Promise.all([
      role('writer', url, ''),
      role('reader', url, ''),
      role('appender', url, ''),
    ]);
    const noSchema =
      'the team history has no schema, this svc needs 1; let its owner run svc history migrate';
    expect((await svc(['run', 'a.http'], { SVC_HISTORY_URL: writer })).stderr).toBe(warning(noSchema));
    const migrate = (...args: string[]): Promise<RunOutcome> =>
      svc(['history', 'migrate', ...args], { SVC_HISTORY_URL: url });
    expect((await migrate('--grant-read', 'reader')).stdout).toBe('migrated from 0 to 1\n');
    expect((await migrate('--grant-write', 'writer')).stdout).toBe('schema 1, nothing to do\n');
    expect(await migrate('--grant-write', 'stranger')).toMatchObject({ code: 3 });
    await database.query('grant usage on schema svc to appender', url);
    await database.query('grant select, insert on all tables in schema svc to appender', url);

    expect((await svc(['run', 'a.http'], { SVC_HISTORY_URL: writer })).stderr).toBe('');
    expect((await svc(['history', 'status'], { SVC_HISTORY_URL: reader })).stdout).toMatch(/\nruns {7}2\n/);
    expect((await svc(['run', 'a.http'], { SVC_HISTORY_URL: reader })).stderr).toBe(
      warning('this database user may only read the team history; runs are not stored'),
    );
    expect((await svc(['history', 'status'], { SVC_HISTORY_URL: reader })).stdout).toMatch(
      /\nspooled {4}0\n/,
    );
    const server = await startServer({ history: true, env: { SVC_HISTORY_URL: appender } });
    const { status, json } = await server.call('DELETE', '/history/runs');
    expect([status, (json as { message: string }).message]).toEqual([
      403,
      'this database user may not delete runs',
    ]);
    const rights = await database.query(
      `select grantee, string_agg(distinct privilege_type, ' ' order by privilege_type) as rights
      from information_schema.role_table_grants
      where grantee in ('reader', 'writer') and table_name = 'runs' group by grantee order by grantee`,
      url,
    );
    expect(rights.map((row) => ({ ...row }))).toEqual([
      { grantee: 'reader', rights: 'SELECT' },
      { grantee: 'writer', rights: 'DELETE INSERT SELECT' },
    ]);
  });

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
      store.add(rowsOf(runWith({ environment, filePath: `${environment}.http` })));
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
      const waiting = "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted";
      await expect.poll(async () => (await database.query(waiting))[0]?.['n']).toBe(1);
      return { slowId: adding, laterId: await add(quick, 'later'), early: await read(0) };
    });
    expect(await slowId).toBeLessThan(laterId);
    expect(early.runIds).toContain(laterId);
    expect(early.runIds).not.toContain(await slowId);
    const next = await read(early.lastRunId);
    expect(next.runIds).toContain(await slowId);
    expect((await read(next.lastRunId)).lastRunId).toBe(laterId);
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

describe('the name of a workspace', () => {
  it('is shared by clones of a repository, which see what failed on their branch', async () => {
    const env = { SVC_HISTORY_URL: await database.create() };
    const git = (branch: string, remote: string): Record<string, string> => ({
      '.git/HEAD': `ref: refs/heads/${branch}\n`,
      '.git/config': `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${remote}\n`,
      [`.git/refs/heads/${branch}`]: `${'a'.repeat(40)}\n`,
    });
    const { url, seen } = await loopback(({ path }) => (path === '/one' ? 500 : 200));
    const tests = {
      'tests/service.yaml': '{}\n',
      'tests/a.http': `### one\nGET ${url}/one\n\n### two\nGET ${url}/two\n`,
    };
    const first = await temporaryWorkspace({
      ...git('main', 'https://ada:pw@git.test/acme/shop.git'),
      ...tests,
    });
    const second = await temporaryWorkspace({ ...git('main', 'git@git.test:acme/shop'), ...tests });
    const run = (root: string, ...args: string[]): Promise<RunOutcome> =>
      runInProcess(['run', 'a.http', ...args], { cwd: join(root, 'tests'), env: { ...env, HOME: root } });
    await run(first);
    seen.length = 0;
    await run(second, '--last-failed');
    expect(seen).toEqual(['GET /one']);
    const stored = await readStore(join(second, 'tests'), env);
    const common = { workspace: 'git.test/acme/shop/tests', gitBranch: 'main', gitCommit: 'a'.repeat(40) };
    expect(stored).toMatchObject([common, common]);
    expect(JSON.stringify(stored)).not.toContain('pw');

    // Of another branch nothing is stored, so the newest of any branch counts; then its own.
    writeFiles(second, git('fix', 'git@git.test:acme/shop'));
    seen.length = 0;
    await run(second, '--last-failed');
    expect(seen).toEqual(['GET /one']);
    writeFiles(second, { 'tests/a.http': `### one\nGET ${url}/fine\n\n### two\nGET ${url}/two\n` });
    await run(second);
    seen.length = 0;
    expect((await run(second, '--last-failed')).stderr).toBe('Note: nothing failed last time\n');
    await run(first, '--last-failed');
    expect(seen).toEqual(['GET /one']);

    const third = await temporaryWorkspace({
      'service.yaml': 'workspace: other\n',
      'a.http': `GET ${url}/two\n`,
    });
    const server = await startServer({ history: true, root: third, env });
    await server.call('POST', '/execute', { json: { file: 'a.http' } });
    expect((await server.call('DELETE', '/history/runs')).status).toBe(204);
    const left = await database.query('select distinct workspace from svc.runs');
    expect(left.map((row) => ({ ...row }))).toEqual([{ workspace: common.workspace }]);
  });
});

describe('a team history of service.yaml', () => {
  it('is not used before the operator has agreed to its host', async () => {
    const relay = await startRelay(await database.create());
    const { host } = new URL(relay.url);
    const yaml = `history:\n  url: ${relay.url}\n`;
    const { cwd, svc } = await place({ 'service.yaml': yaml, 'r.json': '{}' });
    const message = warning(`history.url is not used: allow its host with SVC_HISTORY_HOSTS=127.0.0.1`);
    const ran = await svc(['run', 'a.http'], { SVC_HISTORY_HOSTS: 'elsewhere.test, 127.0.0.1:1' });
    expect([ran.code, ran.stderr]).toEqual([0, message]);
    for (const args of [
      ['run', 'a.http', '--last-failed'],
      ['stress', 'a.http', '-d', '100ms', '-r', '20'],
      ['diff', 'stress:last', 'stress:last'],
      ['history', 'status'],
      ['history', 'push'],
    ]) {
      const { stderr } = await svc(args);
      expect(stderr.split(message).length - 1, args.join(' ')).toBe(1);
    }
    const server = await startServer({ history: true, root: cwd, env: { HOME: cwd } });
    expect((await server.get('/history/runs')).json).toMatchObject({ total: 2 });
    expect(server.svc.stderr()).toContain(
      'history.url is not used: allow its host with SVC_HISTORY_HOSTS=127.0.0.1',
    );
    expect(relay.connections()).toBe(0);

    for (const SVC_HISTORY_HOSTS of ['127.0.0.1', `elsewhere.test,${host}`]) {
      const agreed = await svc(['history', 'migrate'], { SVC_HISTORY_HOSTS });
      expect([agreed.code, agreed.stderr]).toEqual([0, '']);
    }
    expect(relay.connections()).toBe(2);
  });

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
