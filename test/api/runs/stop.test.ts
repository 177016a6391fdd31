import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';

describe('an execution that a client stops', () => {
  it('keeps what has finished, skips the rest and is stored like any other', async () => {
    let isAborted = false;
    const { url, seen } = await loopback((request, response) => {
      if (request.path !== '/slow') return 200;
      response.on('close', () => (isAborted = true));
      return undefined;
    });
    const server = await startServer({
      history: true,
      files: {
        'a.http': dedent`
          ### done
          GET ${url}/done
          ### slow
          GET ${url}/slow
          ### after
          GET ${url}/after
        `,
      },
    });
    const client = await listen(server);
    const running = server.call('POST', '/execute', { json: { file: 'a.http' } });
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(['GET /done', 'GET /slow']);
    const [started] = await client.until('execution_start');
    const id = String(started?.payload['id']);
    const stopped = await server.call('POST', `/executions/${id}/stop`);
    expect([stopped.status, stopped.json]).toEqual([200, { status: 'stopping' }]);

    const { status, json } = await running;
    expect([status, json]).toMatchObject([
      200,
      {
        id,
        passed: 1,
        failed: 0,
        skipped: 2,
        cancelled: true,
        results: [
          { name: 'done', passed: true, skipped: false },
          {
            name: 'slow',
            skipped: true,
            skipReason: 'cancelled',
            request: { url: `${url}/slow` },
            error: '',
          },
          { name: 'after', skipped: true, skipReason: 'cancelled' },
        ],
      },
    ]);
    await expect.poll(() => isAborted, { timeout: 60_000 }).toBe(true);
    const events = await client.until('execution_complete');
    expect(events.at(-1)?.payload).toMatchObject({ id, status: 'completed', result: { cancelled: true } });
    expect(client.events.filter(({ type }) => type === 'error')).toEqual([]);
    expect(seen).toEqual(['GET /done', 'GET /slow']);
    expect((await server.get('/history')).json).toHaveLength(3);
    expect((await server.get('/history/runs')).json).toMatchObject({ runs: [{ passed: 1, skipped: 2 }] });
    expect((await server.get('/results?file=a.http')).json).toMatchObject({
      results: [{ verdict: 'passed' }, { verdict: 'cancelled' }, { verdict: 'cancelled' }],
    });
    expect((await server.call('POST', `/executions/${id}/stop`)).status).toBe(404);
  });
});
