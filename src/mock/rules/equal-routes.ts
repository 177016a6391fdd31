/** Which routes have the same method and path. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { MockRoute } from '../responses/mock-route.js';
import type { RouteSegment } from '../routing/route-path.js';

/** The lists of routes of which a request can only get one, whatever their parameters are called. */
export function groupEqualRoutes<R extends Pick<MockRoute, 'method' | 'path'>>(
  routes: readonly R[],
): readonly (readonly R[])[] {
  const groups = new Map<string, R[]>();
  for (const route of routes) {
    const key = JSON.stringify([route.method, ...route.path.segments.map(withoutNames)]);
    getOrAdd(groups, key, (): R[] => []).push(route);
  }
  return [...groups.values()];
}

function withoutNames(segment: RouteSegment): unknown {
  if (segment.kind === 'plain') return segment.text;
  return segment.kind === 'parameter' ? 0 : segment.texts;
}
