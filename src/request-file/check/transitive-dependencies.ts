import { getOrAdd } from '../../primitives/get-or-add.js';
import { otherFileDependency } from '../model/directive-values.js';
import type { ParseState } from '../parse/parse-state.js';
import { indicesOf, type Names } from './check-dependencies.js';

/** A dependency as the captures of its request are named, and the request when it is in the same file. */
interface Dependency {
  readonly name: string;
  readonly index: number | undefined;
}

/** Most references name a request that is few steps away, and those steps are then all that has to be visited. */
const MAX_NEAR_STEPS = 8;

/** Whether the name is found among the dependencies of a request that are visited first, the nearest ones. */
export function isNearDependency(state: ParseState, names: Names, from: number, wanted: string): boolean {
  const found = new Set<string>();
  const queue = [from];
  for (const current of queue) {
    for (const { name, index } of dependenciesOf(state, names, current)) {
      if (name === wanted) return true;
      if (found.has(name)) continue;
      found.add(name);
      if (index !== undefined) queue.push(index);
      if (found.size > MAX_NEAR_STEPS) return false;
    }
  }
  return false;
}

/**
 * Finds the requests that depend on a name, directly or not. One search serves all references to that name, so a long
 * chain of requests that all use the first one takes linear time.
 */
export class Dependents {
  readonly #byName = new Map<string, number[]>();
  readonly #byIndex = new Map<number, number[]>();

  constructor(state: ParseState, names: Names) {
    for (let from = 0; from < state.requests.length; from += 1) {
      for (const { name, index } of dependenciesOf(state, names, from)) {
        getOrAdd(this.#byName, name, () => []).push(from);
        if (index !== undefined) getOrAdd(this.#byIndex, index, () => []).push(from);
      }
    }
  }

  of(name: string): ReadonlySet<number> {
    const found = new Set(this.#byName.get(name));
    for (const index of found) for (const dependent of this.#byIndex.get(index) ?? []) found.add(dependent);
    return found;
  }
}

/** Captures of another file are visible under the name of their request. */
function* dependenciesOf(state: ParseState, names: Names, from: number): Generator<Dependency> {
  for (const dependency of state.requests[from]?.metadata.depends ?? []) {
    const other = otherFileDependency(dependency)?.name;
    if (other === undefined) yield { name: dependency, index: indicesOf(names, dependency)[0] };
    else yield { name: other, index: undefined };
  }
}
