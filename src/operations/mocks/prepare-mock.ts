import { ServiceError } from '../../errors.js';
import { buildRoutes, type MockRoute, type RoutesInput } from '../../mock/mock-routes.js';
import { randomBytes } from '../../primitives/random-bytes.js';

export interface MockInput extends Omit<RoutesInput, 'clock' | 'random'> {
  /** The files as they were asked for, for messages. */
  readonly named: readonly string[];
  /** A response that does not pass its own assertions is refused. */
  readonly strict: boolean;
}

/** The routes of the files, each looked at once: the server and the command line both come here. */
export async function prepareMock({ strict, named, ...input }: MockInput): Promise<readonly MockRoute[]> {
  const routes = await buildRoutes({ ...input, clock: Date.now, random: randomBytes });
  if (routes.length === 0) {
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
