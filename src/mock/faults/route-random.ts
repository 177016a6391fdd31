/** Random numbers of the routes of a mock server, which a seed repeats. */
import { seededRandom } from '../../primitives/seeded-random.js';
import type { PreparedRoute } from '../responses/prepared-response.js';

/** Gives numbers from 0 to below 1. */
export type RandomNumbers = () => number;

interface RouteNumbers {
  readonly start: number;
  requests: number;
}

/**
 * Every request of a route has numbers of its own, which depend on the seed, the route and how many requests it had
 * before: what other routes are asked meanwhile changes nothing.
 */
export class RouteRandom {
  readonly seed: number;
  #routes = new WeakMap<PreparedRoute, RouteNumbers>();

  constructor(seed: number) {
    this.seed = seed;
  }

  /** For the next request of a route. */
  next(route: PreparedRoute): RandomNumbers {
    let numbers = this.#routes.get(route);
    if (numbers === undefined) {
      numbers = {
        start: wholeNumber(seededRandom(wholeNumber(seededRandom(this.seed)) ^ hashOf(route))),
        requests: 0,
      };
      this.#routes.set(route, numbers);
    }
    return seededRandom((numbers.start + numbers.requests++) >>> 0);
  }

  /** Every route starts with its first numbers again. */
  reset(): void {
    this.#routes = new WeakMap();
  }
}

/** A seed that nobody chose, short enough to be written again. */
export function anySeed(): number {
  return Math.floor(Math.random() * 1_000_000_000);
}

function wholeNumber(random: RandomNumbers): number {
  return Math.floor(random() * 0x1_0000_0000);
}

/** The name of the file is left out, since it depends on the directory in which the server was started. */
function hashOf({ method, path, name, line }: PreparedRoute): number {
  // FNV-1a, by code units.
  let hash = 0x811c_9dc5;
  for (const character of `${method} ${path.shown} ${name} ${line}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x0100_0193);
  }
  return hash >>> 0;
}
