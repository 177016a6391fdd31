import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../support/clients/event-client.js';
import { startOnFreePort } from '../../support/servers/free-port.js';
import { sendRequest, type ApiResponse } from '../../support/servers/running-server.js';
import { serve, start } from './mock-calls.js';

describe('the mock server', () => {
  it('sends an event for its start, its stop and every request', async () => {
    const server = await serve();
    const client = await listen(server);
    expect((await server.get('/mock/routes')).text).toBe('{"running":false}\n');
    const startAt = async (asked: number): Promise<ApiResponse> => {
      const response = await start(server, { port: asked });
      if (response.status === 409) throw new Error(response.text);
      return response;
    };
    // Nobody else gets the port between the stop and the next start.
    const { port, started, release } = await startOnFreePort(startAt, (error) =>
      String(error).includes('already in use'),
    );
    onTestFinished(release);
    const { status, json } = started;
    expect(status).toBe(200);
    expect(json).toEqual({
      running: true,
      port,
      routes: [
        {
          method: 'GET',
          path: '/crates/{crateId}',
          name: 'readCrate',
          statusCode: 200,
          contentType: 'application/json',
          file: 'depot/crates.http',
          line: 1,
        },
        {
          method: 'POST',
          path: '/crates',
          name: 'addCrate',
          statusCode: 201,
          contentType: 'application/json',
          file: 'depot/crates.http',
          line: 11,
        },
      ],
      warnings: [],
    });
    expect((await server.get('/mock/routes')).json).toEqual(json);
    const origin = `http://127.0.0.1:${port}`;
    expect((await sendRequest(origin, 'GET', '/crates/7?deep=1')).json).toEqual({ id: '7', weight: 3 });
    expect((await sendRequest(origin, 'POST', '/crates', { json: {} })).headers.location).toBe('/crates/8');
    const missing = await sendRequest(origin, 'GET', '/crate/7');
    expect(missing.status).toBe(404);
    const { nearest } = missing.json as { nearest: unknown };
    expect((await start(server, {})).json).toEqual({
      error: 'Conflict',
      message: 'a mock server is already running',
    });
    expect((await server.call('POST', '/mock/stop')).text).toBe('{"status":"stopping"}\n');
    const events = await client.until('mock_request', 5);
    expect((await server.get('/mock/routes')).json).toEqual({ running: false });
    expect((await server.call('POST', '/mock/stop')).json).toEqual({
      error: 'Bad Request',
      message: 'no mock server is running',
    });
    const timestamp = expect.any(String) as string;
    const duration = expect.any(Number) as number;
    const request = { event: 'request', duration, timestamp };
    expect(events.map(({ payload }) => payload)).toEqual([
      { event: 'started', port, timestamp },
      { ...request, method: 'GET', path: '/crates/7', status: 200, route: 'readCrate' },
      { ...request, method: 'POST', path: '/crates', status: 201, route: 'addCrate' },
      { ...request, method: 'GET', path: '/crate/7', status: 404, route: '', nearest },
      { event: 'stopped', port, timestamp },
    ]);
    expect(Object.keys(events[1]?.payload ?? {})).toEqual([
      'event',
      'method',
      'path',
      'status',
      'duration',
      'route',
      'timestamp',
    ]);
    expect((await start(server, { port })).status).toBe(200);
  });
});
