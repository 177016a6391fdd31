import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/program/in-process-svc.js';
import { sendRequest } from '../support/servers/running-server.js';
import { startParcels } from './mock-setup.js';

describe('svc mock', () => {
  it('takes over changed files, and keeps its routes when one is broken', async () => {
    const svc = await startParcels(['--watch', '.'], { 'a.http': '### one\nGET /one\n' });
    await writeFile(join(svc.cwd, 'a.http'), '### two\nGET /two\n');
    await svc.until(() => svc.stderr().includes('Serving 1 route'));
    expect((await sendRequest(svc.origin, 'GET', '/two')).status).toBe(200);
    expect((await sendRequest(svc.origin, 'GET', '/one')).status).toBe(404);
    await writeFile(join(svc.cwd, 'a.http'), '### three\nGET\n');
    await svc.until(() => svc.stderr().includes('The routes are unchanged'));
    expect(svc.stderr()).toContain('Error: a.http:2:1: `GET` has no URL\n');
    expect((await sendRequest(svc.origin, 'GET', '/two')).status).toBe(200);
    await writeFile(join(svc.cwd, 'b.http'), '### four\nGET /four\n');
    await writeFile(join(svc.cwd, 'a.http'), '### three\nGET /three\n');
    await svc.until(() => svc.stderr().includes('Serving 2 routes'));
    expect((await sendRequest(svc.origin, 'GET', '/four')).status).toBe(200);
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(0);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints every request, in order, before %s ends it',
    async (signal) => {
      const svc = await startParcels(['.']);
      const paths = Array.from({ length: 300 }, (_, index) => `/v1/parcels/${index}`);
      for (const path of paths) await sendRequest(svc.origin, 'GET', path);
      svc.send(signal);
      expect((await svc.ended).code).toBe(0);
      const lines = svc.stdout().trimEnd().split('\n');
      expect(lines.map((line) => line.split(' ')[1])).toEqual(paths);
    },
  );

  it('lets a run of the same files pass', async () => {
    const text = `### create
POST {{baseUrl}}/parcels

>>>
expect status == 201
expect body.id type integer
<<<

>>>capture
id from body.id
<<<

### read
# @depends create
GET {{baseUrl}}/parcels/{{create.id}}

>>>
expect body.id == {{create.id}}
expect body.items length >= 2
expect body.items[*].sku each matches /^[A-Z]{3}-\\d+$/
expect header ETag exists
expect duration < 20000
<<<
`;
    const svc = await startParcels(['flow.http'], { 'flow.http': text });
    const run = await runInProcess(
      ['run', '--no-history', '--variable', `baseUrl=${svc.origin}`, 'flow.http'],
      {
        cwd: svc.cwd,
      },
    );
    expect(run.stdout).toContain('2 passed');
    expect(run.code).toBe(0);
  });
});
