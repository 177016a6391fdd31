import { describe, expect, it } from 'vitest';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';
import { startServer } from '../../support/servers/running-server.js';
import { caseApplies } from './applicability.js';
import { callOf, factsOf, nameOf } from './route-facts.js';
import { caseOf } from './order-setup.js';

describe('the first check that fails decides the response', () => {
  it('from the fields to the path', async () => {
    const server = await startServer();
    for (const route of ALL_ROUTES.filter((each) => caseApplies('path outside', each) === true)) {
      const { method, path, options } = callOf(route, '../outside.http');
      const sent = options.json as Record<string, unknown> | undefined;
      expect([nameOf(route), await caseOf(server, [method, path, options])]).toEqual([
        nameOf(route),
        'path outside',
      ]);
      if (sent === undefined) continue;
      for (const field of optionalOf(route)) {
        const wrong = { ...sent, [field]: { an: 'object' } };
        const received = await caseOf(server, [method, path, { json: wrong }]);
        expect([nameOf(route), field, received]).toEqual([nameOf(route), field, 'wrong field']);
      }
    }
    const query = '/history/results?requestName=a&filePath=../outside.http&limit=0';
    expect(await caseOf(server, ['GET', query, {}])).toBe('wrong field');
  });
});

function optionalOf(route: ApiRoute): readonly string[] {
  const { required = [] } = factsOf(route);
  const fields = typeof route.body === 'object' ? Object.entries(route.body.properties) : [];
  const typed = fields.filter(([, schema]) => !('type' in schema && schema.type === 'object'));
  return typed.map(([name]) => name).filter((name) => !required.includes(name));
}
