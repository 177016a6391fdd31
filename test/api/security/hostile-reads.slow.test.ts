/** A server on a cloned repository with pipes, links that lead out of it, and planted locks. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisOwner } from '../../../src/workspace/write/file-owner.js';
import { lockText } from '../../../src/workspace/write/lock-file.js';
import { ownerDigits } from '../../../src/workspace/write/sweep-files.js';
import { dedent } from '../../support/dedent.js';
import { makeFifo } from '../../support/files/fifo.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runSvc } from '../../support/program/run-svc.js';
import { startServer, startServerProcess, type ApiResponse } from '../../support/servers/running-server.js';
import { registerOwnProcess } from '../../support/program/own-process.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

describe('pipes', () => {
  it('block neither executions nor files nor the shutdown', async () => {
    const { url } = await loopback();
    const root = await temporaryWorkspace({
      'service.yaml': dedent`
        envFile: pipe
        history: { path: pipe.db }
      `,
      'a.http': `GET ${url}\n`,
      'b.http': dedent`
        POST ${url}

        < ./pipe
      `,
    });
    if (!['pipe', 'pipe.db', 'pipe.http'].every((name) => makeFifo(join(root, name)))) return;
    const server = await startServerProcess({ root, timeout: 60_000 });
    const execute = (file: string): Promise<ApiResponse> =>
      server.call('POST', '/execute', { json: { file } });
    const refused = await Promise.all(Array.from({ length: 6 }, () => execute('a.http')));
    for (const { status, json } of refused) {
      expect(status).toBe(400);
      expect(json).toMatchObject({ message: 'cannot read dotenv file pipe: it is not a regular file' });
    }
    await writeFile(join(root, 'service.yaml'), 'history: { path: pipe.db }\n');
    const bodies = await Promise.all(Array.from({ length: 6 }, () => execute('b.http')));
    for (const { json } of bodies) expect(json).toMatchObject({ failed: 1 });
    expect((await execute('a.http')).json).toMatchObject({ passed: 1, runId: 0 });
    expect((await server.get('/files/raw/a.http')).status).toBe(200);
    expect((await server.get('/files/pipe.http')).status).toBe(400);
    expect((await server.get('/history/runs')).json).toMatchObject({
      message: 'persistent history is not available: pipe.db is not a history of svc',
    });
    server.svc.send('SIGTERM');
    expect((await server.svc.ended).code).toBe(0);
  });
});

describe('something else in the place of a lock', () => {
  it('is not touched, and writes fail with a message', async () => {
    const outside = await temporaryWorkspace();
    const names = ['link.http', 'folder.http', 'own.http', 'stale.http'];
    const root = await temporaryWorkspace({
      ...Object.fromEntries(names.map((name) => [name, 'GET http://127.0.0.1:1/\n'])),
      '.own.http.lock': 'notes of the user\n',
      'service.yaml': 'timeout: 1\n',
    });
    await symlink(join(outside, 'gone'), join(root, '.link.http.lock'));
    await symlink(join(outside, 'gone'), join(root, '.service.yaml.lock'));
    await mkdir(join(root, '.folder.http.lock'));
    if (makeFifo(join(root, '.pipe.http.lock'))) {
      names.push('pipe.http');
      await writeFile(join(root, 'pipe.http'), 'GET http://127.0.0.1:1/\n');
    }
    const server = await startServer({ root, timeout: 60_000 });
    const save = (name: string): Promise<ApiResponse> =>
      server.call('PUT', `/files/${name}`, { body: '# new\n', headers: { 'If-Match': '*' } });
    for (const name of names.filter((each) => each !== 'stale.http')) {
      expect((await save(name)).json).toMatchObject({
        message: `could not write ${name}: .${name}.lock beside it is not a lock of svc; remove it`,
      });
    }
    const { status, json } = await server.call('PUT', '/config', { json: { timeout: 2 } });
    expect([status, json]).toMatchObject([
      500,
      {
        message: 'could not write service.yaml: .service.yaml.lock beside it is not a lock of svc; remove it',
      },
    ]);
    expect((await save('stale.http')).status).toBe(200);
    expect(await readdir(outside)).toEqual([]);
    expect(await readFile(join(root, '.own.http.lock'), 'utf8')).toBe('notes of the user\n');
    expect(await readFile(join(root, 'own.http'), 'utf8')).toBe('GET http://127.0.0.1:1/\n');
  });
});

describe('locks and temporary files of a killed server', () => {
  it('are removed by the next one and do not delay its writers', async () => {
    registerOwnProcess();
    const own = thisOwner() ?? { machine: '', pid: 0, started: '' };
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const lock = lockText({ ...own, pid });
    const temporary = `.a.http.${ownerDigits({ ...own, pid })}0123456789abcdef.tmp`;
    const root = await temporaryWorkspace({
      'a.http': '# 0\n',
      '.a.http.lock': lock,
      [temporary]: 'half a fi',
      [`sub/${temporary}`]: 'half a fi',
      '.mine.lock': 'notes of the user\n',
      [`mine${temporary}`]: 'notes of the user\n',
    });
    const server = await startServer({ root });
    await server.svc.until(() => readdirSync(join(root, 'sub')).length === 0);
    const left = ['.mine.lock', 'a.http', `mine${temporary}`, 'sub'];
    expect((await readdir(root)).sort()).toEqual(left);
    await writeFile(join(root, '.a.http.lock'), lock);
    const headers = { 'If-Match': '*' };
    expect((await server.call('PUT', '/files/a.http', { body: '# 1\n', headers })).status).toBe(200);
    expect((await readdir(root)).sort()).toEqual(left);
    // A run removes them too in its folders.
    await writeFile(join(root, 'sub', temporary), 'half a fi');
    await runSvc(['run', '.', '--no-history', '--dry-run'], { cwd: root });
    expect(await readdir(join(root, 'sub'))).toEqual([]);
  });
});
