/** Faults and delays of `svc mock`, and the seed that repeats them. */
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc } from '../support/program/live-svc.js';
import { sendRequest } from '../support/servers/running-server.js';
import { startFaulty, statusesOf } from './mock-faults-setup.js';

describe('svc mock with faults', () => {
  it('says in each line what happened', async () => {
    const svc = await startFaulty('--seed', '1');
    const seen = await statusesOf(svc.origin, 20);
    await sendRequest(svc.origin, 'GET', '/calm');
    await svc.until(() => svc.stdout().includes('calm'));
    const lines = svc.stdout().trim().split('\n');
    const texts: Readonly<Record<string, RegExp>> = {
      ECONNRESET: /^GET \/orders -> no response \(\d+ms\) read, fault: reset$/,
      '503': /^GET \/orders -> 503 \(\d+ms\) read, fault: status$/,
      '200 malformed': /^GET \/orders -> 200 \(\d+ms\) read, fault: malformed$/,
      '200': /^GET \/orders -> 200 \(\d+ms\) read$/,
    };
    for (const [index, outcome] of seen.entries()) expect(lines[index]).toMatch(texts[outcome] ?? /never/);
    expect(lines[20]).toMatch(/^GET \/calm -> 200 \(\d+ms\) calm$/);
  });

  it('refuses a seed that is no whole number, and prints none that makes no difference', async () => {
    const cwd = await temporaryWorkspace({ 'calm.http': 'GET /calm\n\n# @mock.fault reset\n' });
    const refused = startSvc(['mock', '--seed', 'x', 'calm.http'], { cwd, timeout: 60_000 });
    const { code, stderr } = await refused.ended;
    expect(code).toBe(64);
    expect(stderr).toContain('use a whole number');
    const calm = startSvc(['mock', '--port', '0', 'calm.http'], { cwd, timeout: 60_000 });
    await calm.until(() => calm.stderr().includes('/calm'));
    calm.send('SIGTERM');
    expect((await calm.ended).stderr).not.toContain('seed');
  });
});
