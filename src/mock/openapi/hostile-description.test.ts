/** Descriptions that are wrong in every place are served as far as they can be read. */
import { expect, it } from 'vitest';
import { describedRoutes } from '../../../test/support/runs/description-routes.js';
import { ReceivedRequest } from '../incoming/received-request.js';

const ref = (place: string): object => ({ $ref: `#/components/${place}` });
const CIRCLES = {
  openapi: '3.0.0',
  paths: {
    '/a': { $ref: '#/paths/~1b' },
    '/b': { $ref: '#/paths/~1a' },
    '/c': {
      get: {
        parameters: [ref('parameters/X')],
        requestBody: ref('requestBodies/X'),
        responses: { 200: ref('responses/X') },
      },
    },
  },
  components: {
    parameters: { X: ref('parameters/X') },
    requestBodies: { X: ref('requestBodies/X') },
    responses: { X: ref('responses/X') },
  },
};
const schema = { type: 5, enum: 'x', properties: [], required: true, items: 'a', allOf: 3 };
const ODD = {
  openapi: '3.0.0',
  servers: [{ url: 5 }, null],
  paths: {
    '/b': { get: 5, post: { parameters: 'x', requestBody: [], responses: { 200: 7, x: null, '099': {} } } },
    c: {
      get: {
        parameters: [{ name: 'q', in: 'query', schema }],
        responses: {
          200: {
            headers: { 'X\r': {}, Ok: { required: true, schema: 5 } },
            content: { 'application/json': { example: null, examples: 5, schema: null } },
          },
        },
      },
    },
    '/d': null,
  },
};

it.each([
  [CIRCLES, ['GET /c 200 ']],
  [ODD, ['POST /b 200 ', 'GET /c 200 {}']],
])('%#', async (document, expected) => {
  const found: string[] = [];
  for (const { method, path, operation } of await describedRoutes(JSON.stringify(document))) {
    const target = `${path.shown}?q=1`;
    const request = new ReceivedRequest({ method, target, rawHeaders: [], body: new Uint8Array(0) });
    const response = await operation?.respond(request, []);
    found.push(`${method} ${path.shown} ${response?.status} ${response?.body}`);
  }
  expect(found).toEqual(expected);
});
