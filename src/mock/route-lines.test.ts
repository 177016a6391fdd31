import { expect, it } from 'vitest';
import { routesOf } from '../../test/support/runs/mock-routes.js';
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
