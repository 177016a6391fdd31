import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { sendRequest, startServer } from '../../support/servers/running-server.js';

describe('an execution', () => {
  it('is cancelled when its client disconnects: the open request is aborted and no other is sent', async () => {
    let isAborted = false;
    const { url, seen } = await loopback((_request, response) => {
      response.on('close', () => (isAborted = true));
      return undefined;
    });
    const server = await startServer({
      history: true,
      files: {
        'a.http': dedent`
          ### a
          GET ${url}/a
          ### b
          GET ${url}/b
        `,
      },
    });
    const client = await listen(server);
    const leave = new AbortController();
    const running = sendRequest(server.origin, 'POST', '/api/v1/execute', {
      json: { file: 'a.http' },
      signal: leave.signal,
    });
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(['GET /a']);
    leave.abort();
    await expect(running).rejects.toThrow('aborted');
    const [error] = await client.until('error');
    expect(error?.payload).toMatchObject({
      file: 'a.http',
      status: 'error',
      error: 'execution cancelled: the client disconnected',
    });
    await expect.poll(() => isAborted, { timeout: 60_000 }).toBe(true);
    expect(client.events.filter(({ type }) => type === 'execution_complete')).toEqual([]);
    expect(seen).toEqual(['GET /a']);
    expect((await server.get('/history')).json).toEqual([]);
    expect((await server.get('/history/runs')).json).toMatchObject({ total: 0 });
  });
});
