import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { moveWaitingRuns } from '../../support/files/history-place.js';
import { temporaryWorkspace, writeFiles } from '../../support/files/workspace.js';

async function rows(path: string, sql: string): Promise<unknown[]> {
  await moveWaitingRuns(path);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all() as unknown[];
  } finally {
    database.close();
  }
}

interface Results {
  readonly tests: readonly {
    readonly name: string;
    readonly skipReason?: string;
    readonly pulledIn?: boolean;
  }[];
}

describe('the history of svc run', () => {
  it('gets one run per file, in the home directory, for the owner only', async () => {
    const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : { json: { ok: true } }));
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        ### good
        # @description Says hello
        GET ${url}/good

        ### bad
        GET ${url}/bad
      `,
      'b.http': `GET ${url}/b\n`,
    });
    const before = Date.now();
    await runInProcess(['run', '.', '-e', 'qa'], { cwd });
    const path = join(cwd, '.svc/history.db');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(cwd, '.svc'))).mode & 0o777).toBe(0o700);
    expect(
      await rows(path, 'SELECT workspace, source, file_path, environment, passed, failed, total FROM runs'),
    ).toEqual([
      {
        workspace: cwd,
        source: 'cli',
        file_path: 'a.http',
        environment: 'qa',
        passed: 1,
        failed: 1,
        total: 2,
      },
      {
        workspace: cwd,
        source: 'cli',
        file_path: 'b.http',
        environment: 'qa',
        passed: 1,
        failed: 0,
        total: 1,
      },
    ]);
    const [first] = (await rows(path, 'SELECT started_at FROM runs')) as { started_at: number }[];
    expect(first?.started_at).toBeGreaterThanOrEqual(before);
    expect(
      await rows(path, 'SELECT request_name, status_code, passed, body_preview, description FROM results'),
    ).toEqual([
      {
        request_name: 'good',
        status_code: 200,
        passed: 1,
        body_preview: '{"ok":true}',
        description: 'Says hello',
      },
      { request_name: 'bad', status_code: 500, passed: 0, body_preview: '', description: '' },
      {
        request_name: `GET ${url}/b`,
        status_code: 200,
        passed: 1,
        body_preview: '{"ok":true}',
        description: '',
      },
    ]);
  });

  it('--history-db, SVC_HISTORY_DB and the config name another file; keepRuns bounds it', async () => {
    const { url } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}\n` });
    const count = (name: string) => rows(join(cwd, name), 'SELECT count(*) AS n FROM runs');
    await runInProcess(['run', 'a.http', '--history-db', 'flag.db'], {
      cwd,
      env: { SVC_HISTORY_DB: 'variable.db' },
    });
    await runInProcess(['run', 'a.http'], { cwd, env: { SVC_HISTORY_DB: 'variable.db' } });
    await writeFile(join(cwd, 'service.yaml'), 'history: { path: data/config.db, keepRuns: 2 }\n');
    for (let i = 0; i < 3; i += 1) await runInProcess(['run', 'a.http'], { cwd });
    expect(await Promise.all([count('flag.db'), count('variable.db'), count('data/config.db')])).toEqual([
      [{ n: 1 }],
      [{ n: 1 }],
      [{ n: 2 }],
    ]);
  });

  it('is not written with --no-history, SVC_NO_HISTORY or history.enabled: false', async () => {
    const { url } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}\n` });
    await runInProcess(['run', 'a.http', '--no-history'], { cwd });
    await runInProcess(['run', 'a.http'], { cwd, env: { SVC_NO_HISTORY: 'yes' } });
    await writeFile(join(cwd, 'service.yaml'), 'history: { enabled: false }\n');
    await runInProcess(['run', 'a.http'], { cwd });
    await expect(stat(join(cwd, '.svc'))).rejects.toThrow('ENOENT');
    await runInProcess(['run', 'a.http', '--no-history=false'], { cwd });
    expect((await stat(join(cwd, '.svc/history.db'))).isFile()).toBe(true);
  });

  it('that cannot be written gives one warning and leaves the code alone', async () => {
    const { url } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}\n`, 'b.http': `GET ${url}\n`, file: '' });
    const { code, stderr } = await runInProcess(['run', '.', '--history-db', 'file/h.db'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Warning: .*history.*\n$/);
    expect(stderr).not.toContain(cwd);
  });
});

describe('svc run --last-failed', () => {
  const call = async (cwd: string, ...args: string[]) => {
    const outcome = await runInProcess(['run', '.', '-o', 'json', ...args], { cwd });
    const { tests } = JSON.parse(outcome.stdout) as Results;
    const ran = tests.filter(({ skipReason }) => skipReason !== 'filtered out').map(({ name }) => name);
    return { ...outcome, tests, ran: tests.some((test) => 'skipped' in test) ? ran : ran };
  };

  it('runs what failed when each file ran last, with its dependencies', async () => {
    let broken = true;
    const { url, seen } = await loopback(({ path }) => (broken && path.startsWith('/bad') ? 500 : 200));
    const cwd = await temporaryWorkspace({
      'a.http': dedent`
        ### login
        GET ${url}/login

        ### bad
        # @depends login
        GET ${url}/bad

        ### good
        GET ${url}/good
      `,
      'b.http': dedent`
        ### rows
        # @data rows.csv
        GET ${url}/bad/{{row.n}}
      `,
      'rows.csv': 'n\n1\n2\n',
      'c.http': `### fine\nGET ${url}/fine\n`,
    });
    expect((await call(cwd)).code).toBe(1);
    writeFiles(cwd, { 'd.http': `### fresh\nGET ${url}/fresh\n` });
    seen.length = 0;
    const again = await call(cwd, '--last-failed');
    expect(again.code).toBe(1);
    expect(seen).toEqual(['GET /login', 'GET /bad', 'GET /bad/1', 'GET /bad/2', 'GET /fresh']);
    expect(again.tests.find(({ name }) => name === 'login')?.pulledIn).toBe(true);
    broken = false;
    expect((await call(cwd, '--last-failed')).code).toBe(0);
    seen.length = 0;
    const nothing = await call(cwd, '--last-failed');
    expect([nothing.code, nothing.stderr, seen]).toEqual([0, 'Note: nothing failed last time\n', []]);
  });

  it('runs a file whole that had errors last time', async () => {
    const { url, seen } = await loopback();
    const cwd = await temporaryWorkspace({ 'a.http': 'GTE x\n' });
    expect((await call(cwd)).code).toBe(2);
    await writeFile(join(cwd, 'a.http'), `### one\nGET ${url}/one\n`);
    expect((await call(cwd, '--last-failed')).code).toBe(0);
    expect(seen).toEqual(['GET /one']);
  });

  it('ends with 3 when the store cannot be read', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1\n' });
    await mkdir(join(cwd, 'h.db'));
    const { code, stdout, stderr } = await runInProcess(
      ['run', '.', '--last-failed', '--history-db', 'h.db'],
      {
        cwd,
      },
    );
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe('Error: persistent history is not available: h.db: it is a directory\n');
    expect(stderr).not.toContain(cwd);
    await expect(readFile(join(cwd, 'h.db'))).rejects.toThrow('EISDIR');
  });
});
