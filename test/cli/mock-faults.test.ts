/** Faults and delays of `svc mock`, and the seed that repeats them. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { connectRaw, readRaw, type RawConnection } from '../support/clients/raw-client.js';
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

  ### Later
  # @name later
  # @mock.delay 1h
  GET {{baseUrl}}/later

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

/** A request that the mock server has certainly received. */
async function received(origin: string, path: string): Promise<RawConnection> {
  const connection = await connectRaw(Number(new URL(origin).port));
  connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n`);
  await connection.until((text) => text.includes(CONTINUE));
  return connection;
}

const CONTINUE = '100 Continue\r\n\r\n';

/** What came until the end of the connection. */
async function restOf(connection: RawConnection): Promise<string> {
  await connection.closed;
  const text = connection.received();
  return text.slice(text.indexOf(CONTINUE) + CONTINUE.length);
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

  it('names the fault in JSON, and ends at once while requests wait', async () => {
    const svc = await started('--json');
    const later = await received(svc.origin, '/later');
    const hung = await Promise.all(Array.from({ length: 5 }, () => received(svc.origin, '/hang')));
    await sendRequest(svc.origin, 'GET', '/calm');
    svc.send('SIGTERM');
    const { code, stdout } = await svc.ended;
    expect(code).toBe(0);
    expect(await Promise.all(hung.map(restOf))).toEqual(Array.from({ length: 5 }, () => ''));
    expect(readRaw(await restOf(later))).toMatchObject({ status: 200 });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly route: string; readonly duration: number });
    expect(lines).toHaveLength(7);
    const ofRoute = (name: string): typeof lines => lines.filter(({ route }) => route === name);
    expect(ofRoute('hang')).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ status: 0, fault: 'timeout' }) as unknown),
    );
    expect(ofRoute('calm')[0]).not.toHaveProperty('fault');
    // The signal sends what is delayed; requests that hang would otherwise be ended 5 s after it.
    const [ofLater] = ofRoute('later');
    for (const { duration } of ofRoute('hang'))
      expect(duration).toBeLessThan((ofLater?.duration ?? 0) + 4900);
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
