import { expect, it } from 'vitest';
import { describedRoutes } from '../../test/support/runs/description-routes.js';
import { routesOf } from '../../test/support/runs/mock-routes.js';
import { ReceivedRequest } from './incoming/received-request.js';
import { readRouteLines, writeRouteLines } from './route-lines.js';

const ROUTES = `### read
GET http://depot.test/crates/{{crateId}}/caf%C3%A9/v{{version}}-x

>>>
expect body.id == {{crateId}}
expect body.name == "a\u2028b"
<<<

### old
DELETE /old

>>>
expect status == 200
<<<

>>>mock
410 Gone
X-Kind: \u00e9
Content-Type: text/plain

two
lines \ud800 and {{crateId}}
<<<
`;

it('routes are the same on the other side, and read one by one', async () => {
  const routes = await routesOf(ROUTES);
  expect(routes.map(({ warnings }) => warnings.length)).toEqual([0, 1]);
  expect(routes[0]?.path.segments.map(({ kind }) => kind)).toEqual(['plain', 'parameter', 'plain', 'mixed']);
  expect(routes[1]?.response.body).toContain('\ud800');
  const read = readRouteLines(structuredClone(writeRouteLines(routes)));
  expect(read.next().value).toEqual(routes[0]);
  expect([...read]).toEqual([routes[1]]);
  expect([...readRouteLines(writeRouteLines([]))]).toEqual([]);
});

it('described operations respond on the other side as they do here', async () => {
  const order = {
    location: 'order.yaml',
    root: { type: 'object', required: ['id'], properties: { id: { minimum: 5 } } },
  };
  const description = `openapi: 3.0.0
paths:
  /orders:
    get:
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 9007199254740993 } }]
      responses: { 201: { content: { application/json: { schema: { $ref: './order.yaml' } } } }, 200: {} }
    post: { responses: { 202: {} } }
`;
  const described = await describedRoutes(description, new Map([['order.yaml', order]]));
  const routes = [...(await routesOf(ROUTES)), ...described, ...(await describedRoutes(description))];
  const read = [...readRouteLines(structuredClone(writeRouteLines(routes)))];
  expect(read.map(({ name }) => name)).toEqual(routes.map(({ name }) => name));
  const request = (target: string): ReceivedRequest =>
    new ReceivedRequest({
      method: 'GET',
      target,
      rawHeaders: ['Prefer', 'code=201'],
      body: new Uint8Array(0),
    });
  for (const target of ['/orders', '/orders?limit=9007199254740994']) {
    const here = await routes[2]?.operation?.respond(request(target), []);
    expect(await read[2]?.operation?.respond(request(target), [])).toEqual(here);
  }
  expect((await read[2]?.operation?.respond(request('/orders'), []))?.body).toBe('{\n  "id": 5\n}');
  expect((await read[2]?.operation?.respond(request('/orders?limit=9007199254740994'), []))?.status).toBe(
    400,
  );
  expect((await read[4]?.operation?.respond(request('/orders'), []))?.body).toBe('{}');
});
