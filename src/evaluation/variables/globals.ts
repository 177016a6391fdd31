/** The values that requests set for later requests of all files (docs/language.md#captures). */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { ABSENT } from '../values/absent.js';
import type { GlobalValues } from './scope-sources.js';

/** Later means later in the schedule, whatever ran first. */
export class GlobalStore implements GlobalValues {
  /** By name, the values by the place of the request in the schedule. */
  readonly #values = new Map<string, Map<number, unknown>>();

  set(name: string, place: number, value: unknown): void {
    getOrAdd(this.#values, name, () => new Map<number, unknown>()).set(place, value);
  }

  /** The request did not give the value in its last execution. */
  unset(name: string, place: number): void {
    this.#values.get(name)?.delete(place);
  }

  get(name: string): unknown {
    return this.#latest(name, Infinity);
  }

  names(): Iterable<string> {
    return this.#values.keys();
  }

  /** What a request at this place of the schedule sees. */
  before(place: number): GlobalValues {
    return { get: (name) => this.#latest(name, place), names: () => this.names() };
  }

  #latest(name: string, limit: number): unknown {
    let found: unknown = ABSENT;
    let foundAt = -1;
    for (const [place, value] of this.#values.get(name) ?? []) {
      if (place < foundAt || place >= limit) continue;
      found = value;
      foundAt = place;
    }
    return found;
  }
}
