import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { moveWaitingRuns } from '../../support/files/history-place.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

async function rows(path: string, sql: string): Promise<unknown[]> {
  await moveWaitingRuns(path);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all() as unknown[];
  } finally {
    database.close();
  }
}

describe('the history of svc run', () => {
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
