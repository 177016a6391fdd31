import { join } from 'node:path';
import { WebSocket } from 'ws';
import { describe, expect, it } from 'vitest';
import { startBroken } from '../../support/servers/broken-server.js';
import { rawServer } from '../../support/servers/raw-server.js';
import { startServer } from '../../support/servers/running-server.js';

const UNCAUGHT = {
  'throws in a timer': "setTimeout(() => { throw new TypeError('it broke'); }, 1);",
  'rejects without a handler': "void Promise.reject(new TypeError('it broke'));",
  'throws in an event of a stream':
    "const s = new (require('node:stream').PassThrough)(); s.on('data', () => { throw new TypeError('it broke'); }); s.write('x');",
};

describe('a defect that is not caught', () => {
  it.each(Object.entries(UNCAUGHT))('%s: it is reported, and the process ends with 70', async (_, defect) => {
    const { get, svc } = await startBroken(`process.on('SIGUSR2', () => { ${defect} });`);
    expect((await get('/health')).status).toBe(200);
    svc.send('SIGUSR2');
    const { code, signal, stdout, stderr } = await svc.ended;
    expect([code, signal]).toEqual([70, null]);
    expect(stdout).toMatch(/^Listening on \S+\n$/);
    expect(stderr.match(/^Error: .*$/gm)).toEqual([
      'Error: internal fault of svc (TypeError: it broke); please report it with the command line; -vvv adds the stack trace',
    ]);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it.each(Object.entries(UNCAUGHT))('%s: it is one entry of a log in JSON', async (_, defect) => {
    const broken = defect.replace('it broke', 'it broke\\nat /srv/app/lib/x.js:3:4 and file:///srv/y.js');
    const { get, svc } = await startBroken(`process.on('SIGUSR2', () => { ${broken} });`, {
      args: ['--log-format', 'json'],
    });
    expect((await get('/system/info')).status).toBe(200);
    svc.send('SIGUSR2');
    const { code, stderr } = await svc.ended;
    expect(code).toBe(70);
    const entries = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.map(({ level }) => level)).toEqual([...entries.slice(1).map(() => 'info'), 'error']);
    expect(entries.at(-1)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      level: 'error',
      message:
        'internal fault of svc (TypeError: it broke\\u000aat x.js:3:4 and y.js); please report it with the command line',
    });
  });

  it('loses no stored run', async () => {
    const target = await rawServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    const files = { 'a.http': `GET ${target.url}\n` };
    const broken = await startBroken(`process.on('SIGUSR2', () => { ${UNCAUGHT['throws in a timer']} });`, {
      files,
    });
    const client = new WebSocket(`${broken.origin.replace('http', 'ws')}/api/v1/ws`);
    const closed = new Promise((resolve) => {
      client.once('close', resolve);
    });
    await new Promise((resolve) => {
      client.once('open', resolve);
    });
    const { json } = await broken.call('POST', '/execute', { json: { file: 'a.http' } });
    expect(json).toMatchObject({ passed: 1, runId: 1 });
    broken.svc.send('SIGUSR2');
    expect((await broken.svc.ended).code).toBe(70);
    await closed;
    const history = ['--history-db', join(broken.home, '.svc', 'history.db')];
    const next = await startServer({ root: broken.root, args: history, history: true });
    expect((await next.get('/history/runs')).json).toMatchObject({ total: 1, runs: [{ id: 1, passed: 1 }] });
  });
});

describe('a defect while a request is handled', () => {
  it('while a file is read ends an execution with an error event and 500', async () => {
    const { call, get, origin, svc } = await startBroken(
      `const crypto = require('node:crypto');
      const { createHash, hash } = crypto;
      const check = (data) => {
        if (String(data).includes('/broken')) throw new RangeError('secret detail');
      };
      crypto.createHash = (...args) => {
        const created = createHash(...args);
        const { update } = created;
        created.update = (data, ...more) => {
          check(data);
          return update.call(created, data, ...more);
        };
        return created;
      };
      if (hash) crypto.hash = (name, data, ...more) => {
        check(data);
        return hash(name, data, ...more);
      };`,
      { files: { 'broken.http': 'GET http://localhost/broken\n', 'a.http': '' } },
      'other threads',
    );
    const client = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/ws`);
    const events: { type: string; payload: { error?: string } }[] = [];
    client.on('message', (data: Buffer) =>
      events.push(JSON.parse(data.toString()) as (typeof events)[number]),
    );
    await new Promise((resolve) => {
      client.once('open', resolve);
    });
    const { status, text } = await call('POST', '/execute', { json: { file: 'broken.http' } });
    expect([status, text]).toEqual([500, expect.stringMatching(/internal error \w{12}; see the server log/)]);
    await svc.until(() => events.length === 2);
    expect(events.map(({ type }) => type)).toEqual(['execution_start', 'error']);
    expect(events[1]?.payload.error).toMatch(/^internal error \w{12}; see the server log$/);
    expect(text).not.toContain('secret detail');
    expect((await get('/files/a.http')).status).toBe(200);
    client.close();
  });
});
