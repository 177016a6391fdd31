import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSvc } from '../../support/program/live-svc.js';
import { openMcp, textOf } from '../../support/program/mcp-process.js';
import { startServerProcess } from '../../support/servers/running-server.js';
import { temporaryDirectory, writeFiles } from '../../support/files/workspace.js';

/**
 * A name server that never responds holds a thread of libuv's pool in a system call. Opening a named pipe that nobody
 * writes to does the same, on every machine and without changing its settings.
 */
const HOOK = `
const dns = require('node:dns');
const fs = require('node:fs');
const { MARK, PIPE } = require('./places.json');
const ordinary = dns.lookup;
dns.lookup = (host, options, callback) => {
  if (!host.endsWith('.example')) return ordinary(host, options, callback);
  fs.appendFileSync(MARK, host + '\\n');
  fs.open(PIPE, 'r', () => callback(new Error('it never comes to that')));
};
dns.promises.lookup = (host, options) => new Promise((resolve, reject) =>
  dns.lookup(host, options, (error, found) => (error ? reject(error) : resolve(found))));
`;

describe('a name server that does not respond', () => {
  let folder: string;
  let env: Readonly<Record<string, string>>;
  const lookups = (): number => {
    const mark = join(folder, 'mark');
    return existsSync(mark) ? readFileSync(mark, 'utf8').split('\n').length - 1 : 0;
  };

  beforeAll(async () => {
    folder = await temporaryDirectory();
    const places = { MARK: join(folder, 'mark'), PIPE: join(folder, 'pipe') };
    execFileSync('mkfifo', [places.PIPE]);
    writeFiles(folder, {
      'hook.cjs': HOOK,
      'places.json': JSON.stringify(places),
      'a.http': '### a\nGET http://name.example/\n',
    });
    env = { NODE_OPTIONS: `--require ${join(folder, 'hook.cjs')}` };
  });

  it('does not hold a run whose time is over', async () => {
    const svc = startSvc(['run', 'a.http', '--timeout', '300ms'], { cwd: folder, env });
    const { code, stdout } = await svc.ended;
    expect(stdout).toContain('name.example gave no complete response in 300 ms');
    expect(stdout).toContain('Tests: 1 failed');
    expect(code).toBe(4);
  });

  it('does not hold a run that is interrupted', async () => {
    const before = lookups();
    const svc = startSvc(['run', 'a.http'], { cwd: folder, env });
    await svc.until(() => lookups() > before);
    svc.send('SIGINT');
    const { code, stdout } = await svc.ended;
    expect(stdout).toContain('the request was cancelled');
    expect(code).toBe(130);
  });

  it('holds neither the file reads nor the end of a server', async () => {
    const before = lookups();
    const names = Array.from({ length: 6 }, (_, n) => `name${n}`);
    const files = Object.fromEntries(
      names.map((name) => [`${name}.http`, `### a\nGET http://${name}.example/\n`]),
    );
    const server = await startServerProcess({ files, env });
    const executions = names.map((name) =>
      server.call('POST', '/execute', { json: { file: `${name}.http` } }),
    );
    await server.svc.until(() => lookups() > before + 5);
    expect((await server.get('/files/name0.http')).status).toBe(200);
    server.svc.send('SIGTERM');
    expect((await Promise.all(executions)).map(({ status }) => status)).toEqual(names.map(() => 503));
    expect((await server.svc.ended).code).toBe(0);
  });

  it('does not hold the end of a server for agents', async () => {
    const before = lookups();
    const server = await openMcp({ cwd: folder, env });
    const call = server.call('svc_fetch', { url: 'https://name.example/' });
    await expect.poll(lookups).toBeGreaterThan(before);
    server.child.kill('SIGTERM');
    expect(textOf(await call)).toMatch(/^cancelled: /);
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });
});
