import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Router, valuesOf, type Routable } from './match-route.js';
import { routesOf } from '../../../test/support/runs/mock-routes.js';
import type { MockRoute } from '../responses/mock-route.js';
import { findNearRoutes } from './near-routes.js';
import type { RouteSegment } from './route-path.js';

async function routes(...lines: readonly string[]): Promise<readonly MockRoute[]> {
  return routesOf(lines.map((line, index) => `### r${index + 1}\n${line}\n`).join('\n'));
}

async function finder(...lines: readonly string[]): Promise<(method: string, path: string) => unknown> {
  const router = new Router<MockRoute>();
  for (const route of await routes(...lines)) router.add(route);
  return (method, path) => {
    const match = router.find(method, path);
    return match && [match.route.name, ...valuesOf(match)];
  };
}

it('one of very many routes with mixed segments is found', () => {
  const router = new Router<Routable & { readonly place: number }>();
  for (let place = 0; place < 20_000; place += 1) {
    const segments: RouteSegment[] = [{ kind: 'mixed', texts: [`v${place}-`, ''], names: ['id'] }];
    router.add({ method: 'GET', path: { segments, parameters: ['id'] }, place });
  }
  expect(router.find('GET', '/v19999-a')?.route.place).toBe(19_999);
  expect(router.find('GET', '/v20000-a')).toBeUndefined();
});

const segment: fc.Arbitrary<RouteSegment> = fc.oneof(
  fc.constantFrom('a', 'b', '').map((text): RouteSegment => ({ kind: 'plain', text })),
  fc.constant<RouteSegment>({ kind: 'parameter', name: 'id' }),
);

it('routes without mixed segments match as they do beside a mixed one', () => {
  const paths = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 5 });
  const lists = fc.array(fc.array(segment, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
  const elsewhere: RouteSegment[] = [{ kind: 'mixed', texts: ['elsewhere-', ''], names: ['id'] }];
  fc.assert(
    fc.property(lists, paths, (routeSegments, texts) => {
      const [plain, beside] = [new Router<Routable>(), new Router<Routable>()];
      const added = routeSegments.map((segments) => ({ method: 'GET', path: { segments, parameters: [] } }));
      for (const route of added) for (const router of [plain, beside]) router.add(route);
      beside.add({ method: 'GET', path: { segments: elsewhere, parameters: [] } });
      const sent = `/${texts.join('/')}`;
      expect(plain.find('GET', sent)).toEqual(beside.find('GET', sent));
      expect(plain.find('GET', sent)?.route).toBe(beside.find('GET', sent)?.route);
    }),
    { numRuns: 1000 },
  );
});

describe('a path', () => {
  it('finds plain text before mixed before a parameter, whatever the order', async () => {
    const find = await finder('GET /v/{{any}}', 'GET /v/v{{major}}', 'GET /v/v1');
    expect(find('GET', '/v/v1')).toEqual(['r3']);
    expect(find('GET', '/v/v2')).toEqual(['r2', '2']);
    expect(find('GET', '/v/2')).toEqual(['r1', '2']);
    expect(find('GET', '/v/v')).toEqual(['r1', 'v']);
  });

  it('decides from the left, and goes back where the left leads nowhere', async () => {
    const find = await finder('GET /{{a}}/x/{{b}}', 'GET /p/{{b}}/y', 'GET /p/x/z');
    expect(find('GET', '/p/x/y')).toEqual(['r2', 'x']);
    expect(find('GET', '/p/x/w')).toEqual(['r1', 'p', 'w']);
    expect(find('GET', '/p/x/z')).toEqual(['r3']);
    expect(find('GET', '/q/y/z')).toBeUndefined();
  });

  it('lets a later segment decide between mixed ones of one rank, then the order', async () => {
    const find = await finder('GET /v{{a}}/x{{b}}', 'GET /{{c}}1/xyz', 'GET /{{d}}2/x{{e}}');
    expect(find('GET', '/v1/xyz')).toEqual(['r2', 'v']);
    expect(find('GET', '/v2/x9')).toEqual(['r1', '2', '9']);
  });

  it('takes the first of two equal routes', async () => {
    const find = await finder('GET /crates/{{a}}', 'GET /crates/{{b}}', 'GET /racks', 'GET /racks');
    expect(find('GET', '/crates/7')).toEqual(['r1', '7']);
    expect(find('GET', '/racks')).toEqual(['r3']);
  });

  it('matches several parameters in one segment', async () => {
    const find = await finder('GET /f/v{{major}}.{{minor}}.json', 'GET /g/{{a}}{{b}}', 'GET /h/{{a}}--{{b}}');
    expect(find('GET', '/f/v1.2.3.json')).toEqual(['r1', '1', '2.3']);
    expect(find('GET', '/f/v1.json')).toBeUndefined();
    expect(find('GET', '/f/v.2.json')).toBeUndefined();
    expect(find('GET', '/g/xyz')).toEqual(['r2', 'x', 'yz']);
    expect(find('GET', '/g/x')).toBeUndefined();
    expect(find('GET', '/h/a----b')).toEqual(['r3', 'a', '--b']);
  });

  it('is compared decoded, segment by segment', async () => {
    const find = await finder('GET /a%20b/{{name}}', 'GET /x%2Fy', 'GET /bad%zz');
    expect(find('GET', '/a%20b/c%2Fd')).toEqual(['r1', 'c/d']);
    expect(find('GET', '/a b/ü')).toEqual(['r1', 'ü']);
    expect(find('GET', '/x%2fy')).toEqual(['r2']);
    expect(find('GET', '/x/y')).toBeUndefined();
    expect(find('GET', '/bad%zz')).toEqual(['r3']);
  });

  it('has the method of its route, and may end with a slash', async () => {
    const find = await finder('post /crates', 'GET /');
    expect(find('POST', '/crates/')).toEqual(['r1']);
    expect(find('GET', '/crates')).toBeUndefined();
    expect(find('GET', '/')).toEqual(['r2']);
    expect(find('GET', '//')).toEqual(['r2']);
  });

  it('gives parameters no empty text', async () => {
    const find = await finder('GET /crates/{{id}}/labels', 'GET /{{any}}');
    expect(find('GET', '/crates//labels')).toBeUndefined();
    expect(find('GET', '/')).toBeUndefined();
  });
});

describe('the nearest routes', () => {
  it('are those of the path with another method, then by edits of segments', async () => {
    const existing = await routes(
      'GET /racks/{{id}}/rows/{{row}}',
      'GET /crates',
      'POST /crates/{{id}}',
      'GET /crate/{{id}}/labels',
      'DELETE /crates/{{id}}',
    );
    const near = findNearRoutes(existing, 'GET', '/crates/7').map(({ name }) => name);
    expect(near).toEqual(['r3', 'r5', 'r2']);
    expect(findNearRoutes(existing, 'GET', '/crate/7/lable')[0]?.name).toBe('r4');
  });

  it('are found soon for a path of any length', async () => {
    const existing = await routes(...Array.from({ length: 200 }, (_, i) => `GET /a${i}/{{b}}/c/{{d}}`));
    expect(findNearRoutes(existing, 'GET', '/x'.repeat(8000))).toHaveLength(3);
  });
});
