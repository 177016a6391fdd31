import { ServiceError } from '../../errors.js';
import { buildRoutes } from '../../mock/mock-routes.js';
import type { MockRoute } from '../../mock/responses/mock-route.js';
import type { RoutesInput } from '../../mock/file-routes.js';
import { randomBytes } from '../../primitives/random-bytes.js';

export interface MockInput extends Omit<RoutesInput, 'clock' | 'random'> {
  /** The files as the user named them, for messages. */
  readonly named: readonly string[];
  /** The routes of API descriptions, which come after those of the files. */
  readonly described?: readonly MockRoute[];
  /** Refuses a response that does not pass its own assertions. */
  readonly strict: boolean;
  /** There need not be any route. */
  readonly mayBeEmpty?: boolean;
}

/** Builds the routes of the files for the server and the command line. */
export async function prepareMock({
  strict,
  named,
  described = [],
  mayBeEmpty = false,
  ...input
}: MockInput): Promise<readonly MockRoute[]> {
  const built = await buildRoutes({ ...input, clock: Date.now, random: randomBytes });
  const routes = [...built, ...described];
  if (routes.length === 0 && !mayBeEmpty) {
    throw new ServiceError('usage', `no routes in ${named.join(', ')}`);
  }
  const [first, ...others] = warningsOf(routes);
  if (strict && first !== undefined) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new ServiceError('request-file', first + more);
  }
  return routes;
}

export function warningsOf(routes: readonly MockRoute[]): readonly string[] {
  return routes.flatMap(({ warnings }) => warnings);
}
