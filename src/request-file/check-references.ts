/** `{{name.…}}` of another request: needs a dependency, and a name that means one request only. */
import { indicesOf, isAmbiguous, reportAmbiguous, type Names } from './check-dependencies.js';
import type { ParseState, Reference } from './parse-state.js';

/** Looking for transitive dependencies stops warning beyond this many steps, to stay linear. */
const MOST_STEPS = 2_000_000;

export function checkReferences(state: ParseState, names: Names): void {
  let steps = MOST_STEPS;
  for (const [index, { references }] of state.sites) {
    for (const reference of references) {
      const name = requestName(reference, names);
      if (name === undefined || state.variableNames.has(reference.inner)) continue;
      const targets = indicesOf(names, name);
      if (isAmbiguous(state, targets)) reportAmbiguous(state, name, reference, targets);
      else if (steps > 0 && !targets.includes(index))
        steps -= checkDepends(state, names, index, reference, name);
    }
  }
}

/** The longest dotted prefix that is the name of a request. */
function requestName({ inner }: Reference, names: Names): string | undefined {
  for (let dot = inner.lastIndexOf('.'); dot > 0; dot = inner.lastIndexOf('.', dot - 1)) {
    const name = inner.slice(0, dot);
    if (names.has(name)) return name;
  }
  return undefined;
}

/** Reports unless the target is a transitive dependency; returns how many requests were visited. */
function checkDepends(
  state: ParseState,
  names: Names,
  index: number,
  reference: Reference,
  name: string,
): number {
  const seen = new Set([index]);
  const queue = [index];
  for (const current of queue) {
    for (const dependency of state.requests[current]?.metadata.depends ?? []) {
      // A dependency in another file brings its captures under the same name.
      if (dependency === name || dependency.endsWith(`#${name}`)) return seen.size;
      const target = indicesOf(names, dependency)[0];
      if (target === undefined || seen.has(target)) continue;
      seen.add(target);
      queue.push(target);
    }
  }
  state.reportAt('missing_depends', reference, { reference: reference.inner, name });
  return seen.size;
}
