/** Checks that a `{{name.…}}` of another request has a dependency and an unambiguous name. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { isCurrentResponse } from '../model/all-checks.js';
import { elementName } from '../model/repeated-request.js';
import { isAmbiguous, reportAmbiguous, type Names } from './check-dependencies.js';
import type { ParseState, Reference } from '../parse/parse-state.js';
import { Dependents, isNearDependency } from './transitive-dependencies.js';

/** Limits the search for names that are far away, each of which needs a search of its own. */
const MAX_STEPS = 2_000_000;

/** A reference that needs a search of the whole file, and the index of its request. */
interface FarReference {
  readonly reference: Reference;
  readonly index: number;
}

export function checkReferences(state: ParseState, names: Names): void {
  const far = new Map<string, FarReference[]>();
  for (const [index, sites] of state.sites.entries()) {
    if (sites === undefined) continue;
    const request = state.requests[index];
    const own = request?.name;
    for (const reference of sites.references) {
      const name = requestName(reference, names);
      if (name === undefined || name === own || state.variableNames.has(reference.inner)) continue;
      if (request && elementName(request) === name) continue;
      if (name === 'response' && isCurrentResponse(reference.inner)) continue;
      if (isAmbiguous(names, name)) reportAmbiguous(state, name, reference, names);
      else if (!isNearDependency(state, names, index, name))
        getOrAdd(far, name, () => []).push({ reference, index });
    }
  }
  if (far.size > 0) checkFarReferences(state, names, far);
}

function checkFarReferences(
  state: ParseState,
  names: Names,
  far: ReadonlyMap<string, readonly FarReference[]>,
): void {
  const dependents = new Dependents(state, names);
  let steps = MAX_STEPS;
  for (const [name, places] of far) {
    if (steps <= 0) return;
    const found = dependents.of(name);
    steps -= found.size;
    for (const { reference, index } of places) {
      if (!found.has(index))
        state.reportAt('missing_depends', reference, { reference: reference.inner, name });
    }
  }
}

/** The longest dotted prefix that is the name of a request. */
export function requestName({ inner }: Reference, names: Names): string | undefined {
  for (let dot = inner.lastIndexOf('.'); dot > 0; dot = inner.lastIndexOf('.', dot - 1)) {
    const name = inner.slice(0, dot);
    if (names.has(name)) return name;
  }
  return undefined;
}
