import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { sendRequest } from '../../support/servers/running-server.js';
import { serve, start, type MockStatus } from './mock-calls.js';

const LAMPS = dedent`
  openapi: 3.1.0
  servers: [{ url: /v1 }]
  paths:
    /lamps/{lampId}:
      get:
        operationId: readLamp
        parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]
        responses: { '200': { description: ok, content: { application/json: { schema: { $ref: './lamp.yaml' } } } } }
`;
const FILES = {
  'api/lamps.yaml': LAMPS,
  'api/lamp.yaml': 'type: object\nrequired: [id]\nproperties: { id: { type: integer, minimum: 3 } }\n',
  'plain.json': '{"a": 1}',
};

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

  it('needs no files', async () => {
    const server = await serve(FILES);
    expect(await start(server, { files: [], descriptions: ['api/lamps.yaml'] })).toMatchObject({
      status: 200,
      json: { routes: [{ name: 'readLamp' }], warnings: [] },
    });
  });

  it.each([
    ['../lamps.yaml', 403, 'path is outside the workspace: ../lamps.yaml'],
    ['lost.yaml', 404, 'file not found: lost.yaml'],
    ['plain.json', 400, 'plain.json is not an OpenAPI description: it has no field openapi or swagger'],
    ['large.yaml', 400, 'file is larger than 4 MiB: large.yaml'],
    [
      'parts.yaml',
      400,
      'parts.yaml and the documents that it refers to are larger than 4 MiB; svc mock serves descriptions of any size',
    ],
  ])('%s: %i', async (path, status, message) => {
    const large = `# ${'-'.repeat(4 * 1024 * 1024)}\nopenapi: 3.1.0\n`;
    const parts = 'openapi: 3.1.0\npaths: { /a: { $ref: "./large.yaml" } }\n';
    const server = await serve({ ...FILES, 'large.yaml': large, 'parts.yaml': parts });
    expect(await start(server, { descriptions: [path] })).toMatchObject({ status, json: { message } });
  });
});
