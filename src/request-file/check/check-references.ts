/** Checks that a `{{name.…}}` of another request has a dependency and an unambiguous name. */
import { indicesOf, isAmbiguous, reportAmbiguous, type Names } from './check-dependencies.js';
import { otherFileDependency } from '../model/directive-values.js';
import type { ParseState, Reference } from '../parse/parse-state.js';

/** Limits the search for transitive dependencies, which would otherwise not be linear. */
const MAX_STEPS = 2_000_000;

export function checkReferences(state: ParseState, names: Names): void {
  let steps = MAX_STEPS;
  for (const [index, { references }] of state.sites) {
    if (references.length === 0) continue;
    const own = state.requests[index]?.name;
    let visible: ReadonlySet<string> | undefined;
    for (const reference of references) {
      const name = requestName(reference, names);
      if (name === undefined || name === own || state.variableNames.has(reference.inner)) continue;
      if (isAmbiguous(state, names, name)) {
        reportAmbiguous(state, name, reference, names);
      } else if (steps > 0) {
        if (!visible) {
          visible = dependenciesOf(state, names, index);
          steps -= visible.size;
        }
        if (!visible.has(name))
          state.reportAt('missing_depends', reference, { reference: reference.inner, name });
      }
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

/** Names of all transitive dependencies; captures of another file are visible under the name of their request. */
function dependenciesOf(state: ParseState, names: Names, index: number): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [index];
  for (const current of queue) {
    for (const dependency of state.requests[current]?.metadata.depends ?? []) {
      const name = otherFileDependency(dependency)?.name ?? dependency;
      if (found.has(name)) continue;
      found.add(name);
      const target = name === dependency ? indicesOf(names, name)[0] : undefined;
      if (target !== undefined) queue.push(target);
    }
  }
  return found;
}
