import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';
import { loopback } from '../support/runs/run-requests.js';
import { startRelay } from '../support/servers/relay.js';
import { startServer } from '../support/servers/running-server.js';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { readStore } from './store-under-test.js';
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
});

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
});
