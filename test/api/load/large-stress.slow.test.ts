import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { rawServer } from '../../support/servers/raw-server.js';
import { expectPrompt, watched } from '../../support/servers/responsiveness.js';
import { startServerProcess, type RunningServer } from '../../support/servers/running-server.js';

const MANY_REQUESTS = 60_000;
/** Enough for a thread that computes. */
const SOME_REQUESTS = 5000;

interface Result {
  readonly totalRequests: number;
  readonly successCount: number;
  readonly stopped: boolean;
  readonly warnings: readonly string[];
}

async function setUp(
  requests: number,
): Promise<{ server: RunningServer; target: { readonly requests: readonly string[] } }> {
  const target = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  const request = (index: number): string =>
    dedent`
      ### r${index}
      # @stress.weight ${index < 1 ? 1 : 0}
      GET {{base}}/r${index}
      X-Key: {{key}}

      >>>
      expect status 200
      <<<

    `;
  const frame = (kind: string): string => dedent`
    ### ${kind}
    # @stress.${kind}
    GET {{base}}/${kind}

  `;
  const text = Array.from({ length: requests }, (_, index) => request(index)).join('');
  const files = {
    'service.yaml': dedent`
      environments:
        dev:
          base: ${target.url}
    `,
    'large.http': dedent`
      @secret key = s3cret-s3cret
      ${frame('setup')}${text}${frame('teardown')}
    `,
    'small.http': dedent`
      ### s
      # @name s
      # @depends ./large.http#r0
      GET {{base}}/s
    `,
  };
  return { server: await startServerProcess({ files, timeout: 180_000 }), target };
}

async function idle({ get }: RunningServer): Promise<void> {
  const running = async (): Promise<unknown> =>
    ((await get('/stress/status')).json as Result & object)['running' as never];
  await expect.poll(running, { timeout: 60_000, interval: 100 }).toBe(false);
}

describe('a load test on a file with many requests', { timeout: 180_000 }, () => {
  it('is planned and started while other requests are answered', async () => {
    const { server, target } = await setUp(MANY_REQUESTS);
    const client = await listen(server);
    const json = { files: ['large.http'], duration: '1s', rate: 10 };
    const started = await watched(server, () => server.call('POST', '/stress/start', { json }));
    expectPrompt(started, 'POST /stress/start', 0.25);
    expect([started.result.status, started.result.json]).toEqual([200, { status: 'started' }]);
    expect((await server.call('POST', '/stress/start', { json })).status).toBe(409);
    const rest = await watched(server, () => idle(server));
    expectPrompt(rest, 'the test');
    const result = (await server.get('/stress/result')).json as Result;
    expect(result).toMatchObject({ totalRequests: 10, successCount: 10, stopped: false, error: '' });
    expect(target.requests.map((text) => text.split(' ')[1])).toEqual([
      '/setup',
      ...Array.from({ length: 10 }, () => '/r0'),
      '/teardown',
    ]);
    const updates = await client.until('stress_update', 2);
    expect(updates.at(-1)?.payload).toMatchObject({ running: false, completed: true, stats: { total: 10 } });
  });

  it('can be stopped, also when a small file depends on the large one', async () => {
    const { server, target } = await setUp(SOME_REQUESTS);
    const json = { files: ['small.http'], duration: '10m', rate: 20 };
    expect((await server.call('POST', '/stress/start', { json })).status).toBe(200);
    await expect
      .poll(() => target.requests.some((text) => text.includes('/s ')), { timeout: 60_000 })
      .toBe(true);
    expect((await server.call('POST', '/stress/stop')).json).toEqual({ status: 'stopping' });
    await idle(server);
    expect((await server.get('/stress/result')).json).toMatchObject({ stopped: true, error: '' });
    const none = { files: ['large.http', 'gone.http'], duration: '1s' };
    expect((await server.call('POST', '/stress/start', { json: none })).json).toMatchObject({
      message: 'file not found: gone.http',
    });
    await idle(server);
  });

  it('ends with the server', async () => {
    const { server, target } = await setUp(SOME_REQUESTS);
    const json = { files: ['large.http'], duration: '10m', rate: 20 };
    expect((await server.call('POST', '/stress/start', { json })).status).toBe(200);
    await expect.poll(() => target.requests.length, { timeout: 60_000 }).toBeGreaterThan(1);
    server.svc.send('SIGTERM');
    expect((await server.svc.ended).code).toBe(0);
    expect(target.requests.at(-1)).toContain('/teardown');
  });
});
