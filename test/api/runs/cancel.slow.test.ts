import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { sendRequest, startServer } from '../../support/servers/running-server.js';

describe('an execution', () => {
  it('continues when another client disconnects', async () => {
    const releases: (() => void)[] = [];
    const { url } = await loopback(() => new Promise((resolve) => releases.push(() => resolve(200))));
    const server = await startServer({ files: { 'a.http': `GET ${url}\n` } });
    const leave = new AbortController();
    const gone = sendRequest(server.origin, 'POST', '/api/v1/execute', {
      json: { file: 'a.http' },
      signal: leave.signal,
    });
    const stays = server.call('POST', '/execute', { json: { file: 'a.http' } });
    await expect.poll(() => releases.length, { timeout: 60_000 }).toBe(2);
    leave.abort();
    await expect(gone).rejects.toThrow('aborted');
    for (const release of releases) release();
    expect((await stays).json).toMatchObject({ passed: 1 });
  });

  it('is cancelled when the server shuts down: first the event and 503, then the sockets are closed', async () => {
    const { url, seen } = await loopback(() => undefined);
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          GET ${url}
        `,
      },
    });
    const client = await listen(server);
    const running = server
      .call('GET', '/health')
      .then(() => sendRequest(server.origin, 'POST', '/api/v1/execute', { json: { file: 'a.http' } }));
    await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(1);
    server.svc.send('SIGTERM');
    const { status, json } = await running;
    const message = 'execution cancelled: the server is shutting down';
    expect([status, json]).toEqual([503, { error: 'Service Unavailable', message }]);
    expect(await client.closed).toBe(1001);
    expect(client.events.at(-1)).toMatchObject({ type: 'error', payload: { error: message } });
    expect((await server.svc.ended).code).toBe(0);
  });

  it('is refused when 64 are running, without an event', async () => {
    const releases: (() => void)[] = [];
    const { url } = await loopback(() => new Promise((resolve) => releases.push(() => resolve(200))));
    const server = await startServer({ files: { 'a.http': `GET ${url}\n` } });
    const client = await listen(server);
    const execute = (): ReturnType<typeof server.call> =>
      server.call('POST', '/execute', { json: { file: 'a.http' } });
    const running = Array.from({ length: 64 }, execute);
    await expect.poll(() => releases.length, { timeout: 60_000 }).toBe(64);
    const refused = await server.call('POST', '/run', { json: { file: 'a.http' } });
    expect([refused.status, refused.json]).toEqual([
      503,
      { error: 'Service Unavailable', message: 'too many executions are running' },
    ]);
    for (const release of releases) release();
    for (const { status } of await Promise.all(running)) expect(status).toBe(200);
    await client.until('execution_complete', 64);
    expect(client.events.filter(({ type }) => type === 'execution_start')).toHaveLength(64);
  });
});
