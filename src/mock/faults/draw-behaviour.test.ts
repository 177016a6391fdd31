import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MockFault } from '../../request-file/model/model.js';
import { prepareRoute, type PreparedRoute } from '../responses/prepared-response.js';
import { routesOf } from '../../../test/support/runs/mock-routes.js';
import { drawBehaviour, isRandom, type DrawnBehaviour } from './draw-behaviour.js';
import { RouteRandom } from './route-random.js';

async function preparedRoutes(...paths: readonly string[]): Promise<readonly PreparedRoute[]> {
  const routes = await routesOf(paths.map((path) => `### ${path}\nGET ${path}\n`).join('\n'));
  return Promise.all(routes.map(prepareRoute));
}

async function oneRoute(): Promise<PreparedRoute> {
  const [route] = await preparedRoutes('/a');
  if (!route) throw new Error('no route');
  return route;
}

const FAULTS: readonly MockFault[] = [
  { kind: 'reset', percent: 10 },
  { kind: 'status', status: 503, percent: 50 },
];

function drawn(random: RouteRandom, route: PreparedRoute, count: number): readonly DrawnBehaviour[] {
  const behaviour = { delay: { min: 100, max: 199 }, faults: FAULTS };
  return Array.from({ length: count }, () => drawBehaviour(behaviour, () => random.next(route)));
}

describe('what is drawn', () => {
  it('has the shares that are written, each fault by itself and the first one first', async () => {
    const found = drawn(new RouteRandom(1), await oneRoute(), 20_000);
    const share = (kind: string): number =>
      found.filter(({ fault }) => fault?.kind === kind).length / found.length;
    expect(Math.abs(share('reset') - 0.1)).toBeLessThan(0.01);
    expect(Math.abs(share('status') - 0.45)).toBeLessThan(0.015);
    const delays = found.map(({ delayMs }) => delayMs);
    expect([Math.min(...delays), Math.max(...delays)]).toEqual([100, 199]);
    expect(Math.abs(delays.reduce((sum, each) => sum + each, 0) / delays.length - 149.5)).toBeLessThan(1);
  });

  it('is certain with 100 percent, and never with 0', async () => {
    const route = await oneRoute();
    const random = new RouteRandom(3);
    for (let count = 0; count < 200; count += 1) {
      const always = drawBehaviour({ faults: [{ kind: 'reset', percent: 100 }] }, () => random.next(route));
      const never = drawBehaviour({ faults: [{ kind: 'reset', percent: 0 }] }, () => random.next(route));
      expect([always.fault?.kind, never.fault]).toEqual(['reset', undefined]);
    }
  });

  it('takes no number for a route that always does the same', () => {
    const random = (): never => {
      throw new Error('not needed');
    };
    expect(drawBehaviour({ template: true }, random)).toEqual({ delayMs: 0 });
  });

  it('depends on the seed, the route and the number of its request only', async () => {
    const [a, b] = await preparedRoutes('/a', '/b');
    if (!a || !b) throw new Error('no routes');
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.boolean(), { maxLength: 60 }), (seed, order) => {
        const random = new RouteRandom(seed);
        const mixed = order.map((isFirst) => drawn(random, isFirst ? a : b, 1)[0]);
        const count = order.filter(Boolean).length;
        const ofA = mixed.filter((_, index) => order[index]);
        const ofB = mixed.filter((_, index) => !order[index]);
        expect(ofA).toEqual(drawn(new RouteRandom(seed), a, count));
        expect(ofB).toEqual(drawn(new RouteRandom(seed), b, order.length - count));
      }),
    );
  });

  it('differs between routes and between seeds', async () => {
    const [a, b] = await preparedRoutes('/a', '/b');
    if (!a || !b) throw new Error('no routes');
    const first = drawn(new RouteRandom(7), a, 30);
    expect(drawn(new RouteRandom(7), b, 30)).not.toEqual(first);
    expect(drawn(new RouteRandom(8), a, 30)).not.toEqual(first);
    expect(drawn(new RouteRandom(-7), a, 30)).not.toEqual(first);
    expect(drawn(new RouteRandom(7 + 2 ** 32), a, 30)).not.toEqual(first);
  });
});

it.each([
  [{}, false],
  [{ delay: { min: 5, max: 5 } }, false],
  [{ delay: { min: 5, max: 6 } }, true],
  [{ faults: [{ kind: 'reset', percent: 100 }] }, false],
  [{ faults: [{ kind: 'reset', percent: 0 }] }, false],
  [{ faults: [{ kind: 'reset', percent: 99.9 }] }, true],
] as const)('a seed makes a difference to %j: %s', (behaviour, differs) => {
  expect(isRandom(behaviour)).toBe(differs);
});
