import { getOrAdd } from '../../primitives/get-or-add.js';
import { otherFileDependency } from '../model/directive-values.js';
import type { ParseState } from '../parse/parse-state.js';
import { EMPTY_LIST } from '../text/lists.js';
import { firstIndexOf, type Names } from './check-dependencies.js';

/** A dependency as the captures of its request are named, and the request when it is in the same file. */
interface Dependency {
  readonly name: string;
  readonly index: number | undefined;
}

/** Most references name a request that is few steps away, and those steps are then all that has to be visited. */
const MAX_NEAR_STEPS = 8;
/** The end of a list of entries. */
const NONE = -1;

/** Whether the name is found among the dependencies of a request that are visited first, the nearest ones. */
export function isNearDependency(state: ParseState, names: Names, from: number, wanted: string): boolean {
  const found = new Set<string>();
  const queue = [from];
  for (const current of queue) {
    for (const dependency of state.requests[current]?.metadata.depends ?? EMPTY_LIST) {
      const { name, index } = readDependency(names, dependency);
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
  readonly #names: Names;
  /** By the name of a request of another file, the requests that depend on it. */
  readonly #onOthers = new Map<string, number[]>();
  /**
   * For each request of this file, the dependents form a list: its first entry, then for each entry the next one, or
   * `NONE`. A list object for each request of a large file would be slow to collect.
   */
  readonly #firstEntries: Int32Array;
  readonly #nextEntries: number[] = [];
  /** For each entry, the request that depends. */
  readonly #dependents: number[] = [];

  constructor(state: ParseState, names: Names) {
    this.#names = names;
    this.#firstEntries = new Int32Array(state.requests.length).fill(NONE);
    for (let from = 0; from < state.requests.length; from += 1) {
      for (const dependency of state.requests[from]?.metadata.depends ?? EMPTY_LIST) {
        const { name, index } = readDependency(names, dependency);
        if (index === undefined) getOrAdd(this.#onOthers, name, () => []).push(from);
        else this.#add(index, from);
      }
    }
  }

  of(name: string): ReadonlySet<number> {
    const found = new Set(this.#onOthers.get(name));
    const index = firstIndexOf(this.#names, name);
    if (index !== undefined) this.#addDependents(index, found);
    // A set also visits what is added meanwhile.
    for (const dependent of found) this.#addDependents(dependent, found);
    return found;
  }

  #add(index: number, dependent: number): void {
    this.#nextEntries.push(this.#firstEntries[index] ?? NONE);
    this.#firstEntries[index] = this.#dependents.push(dependent) - 1;
  }

  #addDependents(index: number, found: Set<number>): void {
    for (
      let entry = this.#firstEntries[index] ?? NONE;
      entry !== NONE;
      entry = this.#nextEntries[entry] ?? NONE
    )
      found.add(this.#dependents[entry] ?? 0);
  }
}

/** Captures of another file are visible under the name of their request. */
function readDependency(names: Names, dependency: string): Dependency {
  const other = otherFileDependency(dependency)?.name;
  if (other !== undefined) return { name: other, index: undefined };
  return { name: dependency, index: firstIndexOf(names, dependency) };
}
