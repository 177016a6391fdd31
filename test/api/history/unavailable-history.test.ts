import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/history/store/database.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const CALLS: readonly (readonly [string, string])[] = [
  ['GET', '/history/runs'],
  ['DELETE', '/history/runs'],
  ['GET', '/history/runs/1'],
  ['DELETE', '/history/runs/1'],
  ['GET', '/history/results?requestName=a&filePath=a.http'],
];

async function expectUnavailable(server: RunningServer, reason: string | RegExp): Promise<void> {
  for (const [method, path] of CALLS) {
    const { status, json } = await server.call(method, path);
    const { error, message } = json as { error: string; message: string };
    expect([status, error]).toEqual([503, 'Service Unavailable']);
    if (typeof reason === 'string') expect(message).toBe(`persistent history is not available: ${reason}`);
    else expect(message).toMatch(reason);
  }
}

describe('a server without persistent history', () => {
  it.each([
    ['a flag', ['--no-history'], {}],
    ['a variable', [], { SVC_NO_HISTORY: '1' }],
  ])('by %s executes requests', async (_what, args, env) => {
    const { url } = await loopback();
    const server = await startServer({ history: true, files: { 'a.http': `GET ${url}\n` }, args, env });
    const { json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
    expect(json).toMatchObject({ passed: 1, runId: 0 });
    expect((await server.get('/history')).json).toHaveLength(1);
    await expectUnavailable(server, 'switched off by the operator');
    expect((await server.call('GET', '/history/runs/x')).status).toBe(400);
    expect(await readdir(server.home)).toEqual([]);
  });

  it('because the store cannot be opened executes requests and warns', async () => {
    const { url } = await loopback();
    const place = await temporaryWorkspace({ file: '' });
    const path = join(place, 'file', 'history.db');
    const server = await startServer({
      history: true,
      files: { 'a.http': `GET ${url}\n` },
      args: ['--history-db', path],
    });
    const { json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
    expect(json).toMatchObject({ passed: 1, runId: 0 });
    await expectUnavailable(server, /^persistent history is not available: ./);
    expect((await server.get('/health')).json).toMatchObject({ history: 'unavailable' });
    expect(server.svc.stderr().match(/persistent history is not available/g)).toHaveLength(1);
    expect(server.svc.stderr()).not.toContain(place);
  });

  it('because a later version wrote the store leaves it as it is', async () => {
    const place = await temporaryWorkspace();
    const path = join(place, 'history.db');
    const database = await openDatabase(path);
    database.exec('CREATE TABLE runs (id); PRAGMA user_version = 2');
    database.close();
    const before = await readFile(path);
    const server = await startServer({ history: true, args: ['--history-db', path] });
    await expectUnavailable(server, 'a later version of svc wrote it');
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it('because the store is damaged renames it and creates a new one', async () => {
    const { url } = await loopback();
    const place = await temporaryWorkspace();
    await mkdir(join(place, 'h'));
    const path = join(place, 'h', 'history.db');
    await writeFile(path, 'this is no database at all, but it has some length');
    const server = await startServer({
      history: true,
      files: { 'a.http': `GET ${url}\n` },
      args: ['--history-db', path],
    });
    const { json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
    expect(json).toMatchObject({ runId: 1 });
    const names = await readdir(join(place, 'h'));
    const aside = names.find((name) => name.startsWith('history.db.damaged-'));
    expect(await readFile(join(place, 'h', aside ?? ''), 'utf8')).toContain('this is no database');
    expect(server.svc.stderr()).toContain(`renamed to ${aside}`);
  });

  it('because another process locks the store waits, then continues without it', async () => {
    const { url } = await loopback();
    const place = await temporaryWorkspace();
    const path = join(place, 'history.db');
    const server = await startServer({
      history: true,
      files: { 'a.http': `GET ${url}\n` },
      args: ['--history-db', path],
    });
    expect((await server.call('POST', '/execute', { json: { file: 'a.http' } })).json).toMatchObject({
      runId: 1,
    });
    const database = await openDatabase(path);
    database.exec('BEGIN EXCLUSIVE');
    const waiting = server.call('POST', '/execute', { json: { file: 'a.http' } });
    // The API responds while the store waits for the lock.
    expect((await server.get('/system/info')).status).toBe(200);
    expect((await waiting).json).toMatchObject({ passed: 1, runId: 0 });
    database.exec('ROLLBACK');
    database.close();
  });
});
