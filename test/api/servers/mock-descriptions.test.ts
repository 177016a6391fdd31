import { describe, expect, it } from 'vitest';
import { sendRequest } from '../../support/servers/running-server.js';
import { serve, start, type MockStatus } from './mock-calls.js';
import { FILES } from './mock-descriptions-setup.js';

describe('POST /mock/start with descriptions', () => {
  it('serves them after the files', async () => {
    const server = await serve(FILES);
    const { status, json } = await start(server, { descriptions: ['api/lamps.yaml'] });
    expect([status, (json as MockStatus).routes.at(-1)]).toEqual([
      200,
      {
        method: 'GET',
        path: '/v1/lamps/{lampId}',
        name: 'readLamp',
        statusCode: 200,
        contentType: 'application/json',
        file: 'api/lamps.yaml',
        line: 5,
      },
    ]);
    const origin = `http://127.0.0.1:${(json as MockStatus).port}`;
    expect((await sendRequest(origin, 'GET', '/v1/lamps/7')).json).toEqual({ id: 3 });
    expect(await sendRequest(origin, 'GET', '/v1/lamps/x')).toMatchObject({
      status: 400,
      json: { message: 'path lampId must be integer, it is "x"' },
    });
    expect((await sendRequest(origin, 'POST', '/crates')).status).toBe(201);
    expect((await server.call('GET', '/mock/requests')).json).toMatchObject({
      requests: [
        { route: 'addCrate' },
        { route: 'readLamp', status: 400 },
        { route: 'readLamp', status: 200 },
      ],
    });
  });
});
