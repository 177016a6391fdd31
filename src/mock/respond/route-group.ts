import { Alternatives } from '../rules/alternatives.js';
import type { PreparedRoute } from '../responses/prepared-response.js';

/** The equal routes of one method and path that have to look at a request before they respond. */
export interface RouteGroup {
  readonly alternatives: Alternatives;
  /** Whether the body is read before the response; else it is discarded. */
  readonly readsBody: boolean;
}

/** Undefined where the first route always responds at once. With `isStrict`, a route responds only to what it is written for. */
export function createRouteGroup(
  routes: readonly PreparedRoute[],
  isStrict: boolean,
): RouteGroup | undefined {
  const alternatives = new Alternatives(routes, isStrict);
  const reachable = alternatives.compares ? routes : routes.slice(0, 1);
  if (
    !alternatives.compares &&
    !reachable.some(({ behaviour, operation, state }) => behaviour ?? operation ?? state)
  )
    return undefined;
  return { alternatives, readsBody: alternatives.readsBody || reachable.some(looksAtBody) };
}

function looksAtBody({ behaviour, operation, state }: PreparedRoute): boolean {
  if (operation?.readsBody === true) return true;
  return behaviour?.template === true || (state !== undefined && KEEPS_BODY.has(state.action));
}

const KEEPS_BODY: ReadonlySet<string> = new Set(['create', 'replace', 'merge']);
