import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen, type ServerEvent } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { sendRequest, startServer } from '../../support/servers/running-server.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('the events of an execution', () => {
  it('have exactly the documented fields', async () => {
    const { url } = await loopback(({ path }) => (path === '/b' ? 500 : 200));
    const server = await startServer({
      files: {
        'depot/crates.http': dedent`
          ### a
          GET ${url}/a
          ### b
          GET ${url}/b
        `,
      },
    });
    const client = await listen(server);
    const { json } = await server.call('POST', '/execute', { json: { file: 'depot/crates.http' } });
    await client.until('execution_complete');
    const { id } = json as { id: string };
    const file = 'depot/crates.http';
    const progress = { execId: id, file, total: 2 };
    const timestamp = expect.stringMatching(TIME) as string;
    expect(client.events.map(({ type, payload }) => [type, payload])).toEqual([
      ['execution_start', { id, file, status: 'started', timestamp }],
      ['request_progress', { ...progress, requestName: 'a', status: 'started', index: 0, timestamp }],
      [
        'request_progress',
        {
          ...progress,
          requestName: 'a',
          status: 'completed',
          index: 0,
          passed: true,
          duration: expect.any(Number) as number,
          timestamp,
        },
      ],
      ['request_progress', { ...progress, requestName: 'b', status: 'started', index: 1, timestamp }],
      [
        'request_progress',
        {
          ...progress,
          requestName: 'b',
          status: 'completed',
          index: 1,
          passed: false,
          duration: expect.any(Number) as number,
          timestamp,
        },
      ],
      ['execution_complete', { id, file, status: 'completed', result: json, timestamp }],
    ]);
    for (const event of client.events) {
      expect(Object.keys(event)).toEqual(['type', 'payload', 'timestamp']);
      expect(event.timestamp).toBe(event.payload['timestamp']);
    }
    expect(client.texts[0]).toBe(
      `{"type":"execution_start","payload":{"id":"${id}","file":"${file}","status":"started","timestamp":"${client.events[0]?.timestamp}"},"timestamp":"${client.events[0]?.timestamp}"}`,
    );
    expect(client.texts[1]).toMatch(
      /^\{"type":"request_progress","payload":\{"execId":".{12}","file":"depot\/crates\.http","requestName":"a","status":"started","index":0,"total":2,"timestamp"/,
    );
    expect(client.texts[2]).toMatch(
      /"status":"completed","index":0,"total":2,"passed":true,"duration":\d+,"timestamp"/,
    );
  });

  it('are sent after their subject is visible', async () => {
    const { url } = await loopback();
    const server = await startServer({
      history: true,
      files: {
        'a.http': dedent`
          ### a
          GET ${url}
        `,
      },
    });
    const client = await listen(server);
    const visible: unknown[] = [];
    client.socket.on('message', (data: Buffer) => {
      const event = JSON.parse(data.toString('utf8')) as ServerEvent;
      if (event.type !== 'execution_complete') return;
      const { runId } = event.payload['result'] as { runId: number };
      void Promise.all([server.get('/history'), server.get(`/history/runs/${runId}`)]).then((responses) =>
        visible.push(responses.map(({ json }) => json)),
      );
    });
    const { json } = await server.call('POST', '/run', { json: { file: 'a.http' } });
    await expect.poll(() => visible, { timeout: 60_000 }).toHaveLength(1);
    expect(visible[0]).toMatchObject([
      [{ requestName: 'a', file: 'a.http', passed: true }],
      { id: (json as { runId: number }).runId, passed: 1 },
    ]);
  });
});

describe('environment_changed', () => {
  it('is sent after the change, also for the same name', async () => {
    const server = await startServer();
    const client = await listen(server);
    const active: unknown[] = [];
    client.socket.on('message', () => {
      void sendRequest(server.origin, 'GET', '/api/v1/workspace').then(({ json }) =>
        active.push((json as { environment: string }).environment),
      );
    });
    for (const name of ['staging', 'staging']) {
      expect((await server.call('PUT', '/environments/active', { json: { name } })).status).toBe(204);
    }
    const events = await client.until('environment_changed', 2);
    expect(events.map(({ payload }) => payload)).toEqual(
      events.map(({ timestamp }) => ({ name: 'staging', timestamp })),
    );
    await expect.poll(() => active, { timeout: 60_000 }).toEqual(['staging', 'staging']);
  });
});
