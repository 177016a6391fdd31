/** The order that globals need in a parallel run: a request that uses one waits for those that set it before. */
import { globalNames } from '../../request-file/model/all-checks.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { addReferences, interpolatedTexts } from '../../request-file/model/references.js';
import type { Step } from './plan.js';

export function setsGlobals(steps: readonly Step[]): boolean {
  return steps.some(({ node }) => globalNames(node.request).length > 0);
}

/** For each step, the steps that it waits for, as indices; steps are in the order of a sequential run. */
export function globalWaits(
  steps: readonly Step[],
  environment: Readonly<Record<string, unknown>>,
): readonly (readonly number[])[] {
  const setters = new Map<string, number[]>();
  const ofEnvironment = new Set<string>();
  for (const value of Object.values(environment)) addReferences(JSON.stringify(value ?? null), ofEnvironment);
  const names = new UsedNames(ofEnvironment);
  return steps.map(({ node }, index) => {
    const sets = new Set(globalNames(node.request));
    const waits: number[] = [];
    if (setters.size > 0) {
      const used = names.of(node.owner.runnable.file, interpolatedTexts(node.request));
      for (const [name, before] of setters) {
        if (!used.has(name)) continue;
        waits.push(...before);
        // Whoever waits for this request waits for those before it too.
        if (sets.has(name)) setters.set(name, []);
      }
    }
    for (const name of sets) setters.set(name, [...(setters.get(name) ?? []), index]);
    return waits;
  });
}

/** The names that texts refer to, directly or through variables of their file. */
class UsedNames {
  readonly #ofEnvironment: ReadonlySet<string>;
  readonly #variables = new Map<RequestFile, ReadonlyMap<string, string>>();

  constructor(ofEnvironment: ReadonlySet<string>) {
    this.#ofEnvironment = ofEnvironment;
  }

  of(file: RequestFile, texts: readonly string[]): ReadonlySet<string> {
    const variables = this.#variablesOf(file);
    const used = new Set(this.#ofEnvironment);
    for (const text of texts) addReferences(text, used);
    // The loop also visits names that are added to the Set while it runs.
    for (const name of used) {
      const value = variables.get(name);
      if (value !== undefined) addReferences(value, used);
    }
    return used;
  }

  #variablesOf(file: RequestFile): ReadonlyMap<string, string> {
    const found =
      this.#variables.get(file) ?? new Map(file.variables.map(({ name, value }) => [name, value]));
    this.#variables.set(file, found);
    return found;
  }
}
