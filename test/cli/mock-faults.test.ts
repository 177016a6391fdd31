/** Faults and delays of `svc mock`, and the seed that repeats them. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { sendRequest } from '../support/servers/running-server.js';

const SHAKY = dedent`
  ### Read
  # @name read
  # @mock.fault reset 25%
  # @mock.fault status 503 30%
  # @mock.fault malformed 30%
  GET {{baseUrl}}/orders

  >>>mock
  200

  {"items": [1, 2, 3]}
  <<<

  ### Hang
  # @name hang
  # @mock.fault timeout
  GET {{baseUrl}}/hang

  >>>mock
  200
  <<<

  ### Calm
  # @name calm
  GET {{baseUrl}}/calm

  >>>mock
  200
  <<<
`;

async function started(...args: string[]): Promise<LiveSvc & { origin: string }> {
  const cwd = await temporaryWorkspace({ 'orders.http': SHAKY });
  const svc = startSvc(['mock', '--port', '0', ...args, 'orders.http'], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('--seed'));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '' };
}

async function outcomes(origin: string, count: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let index = 0; index < count; index += 1) {
    found.push(
      await sendRequest(origin, 'GET', '/orders').then(
        ({ status, json }) => `${status}${json === undefined ? ' malformed' : ''}`,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      ),
    );
  }
  return found;
}

describe('svc mock with faults', () => {
  it('repeats them with the seed that it prints', async () => {
    const first = await started();
    const seed = /drawn with --seed (\d+)/.exec(first.stderr())?.[1] ?? '';
    const seen = await outcomes(first.origin, 30);
    expect(new Set(seen)).toEqual(new Set(['ECONNRESET', '503', '200 malformed', '200']));
    expect(await outcomes((await started('--seed', seed)).origin, 30)).toEqual(seen);
    expect(await outcomes((await started('--seed', `${seed}1`)).origin, 30)).not.toEqual(seen);
  });

  it('says in each line what happened', async () => {
    const svc = await started('--seed', '1');
    const seen = await outcomes(svc.origin, 20);
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

  it('names the fault in JSON, and ends at once while requests hang', async () => {
    const svc = await started('--json');
    const hung = Array.from({ length: 5 }, () =>
      sendRequest(svc.origin, 'GET', '/hang').catch((error: Error) => error.message),
    );
    await sendRequest(svc.origin, 'GET', '/calm');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const start = performance.now();
    svc.send('SIGTERM');
    const { code, stdout } = await svc.ended;
    expect(code).toBe(0);
    expect(performance.now() - start).toBeLessThan(4900);
    expect(await Promise.all(hung)).toEqual(Array.from({ length: 5 }, () => 'socket hang up'));
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(6);
    expect(lines.filter(({ route }) => route === 'hang')).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ status: 0, fault: 'timeout' }) as unknown),
    );
    expect(lines.find(({ route }) => route === 'calm')).not.toHaveProperty('fault');
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
