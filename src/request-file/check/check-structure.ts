/** Checks that need the whole file: names, dependencies, references and cycles of variables. */
import { checkDependencies, nameSpan, type Names } from './check-dependencies.js';
import { checkReferences } from './check-references.js';
import { mayHaveEqualNames } from './equal-names.js';
import type { ParseState } from '../parse/parse-state.js';
import { checkVariableCycles } from './check-variables.js';

export function checkStructure(state: ParseState): void {
  if (state.namesRequests || mayHaveEqualNames(state.requests)) {
    const names = collectNames(state);
    checkDependencies(state, names);
    checkReferences(state, names);
  }
  checkVariableCycles(state);
}

/** A single index is stored as a number, because a large file has very many names. */
function collectNames(state: ParseState): Names {
  const names = new Map<string, number | number[]>();
  const { requests } = state;
  for (let index = 0; index < requests.length; index++) {
    const name = requests[index]?.name ?? '';
    if (name === '') continue;
    const found = names.get(name);
    if (found === undefined) names.set(name, index);
    else if (typeof found === 'number') names.set(name, [found, index]);
    else found.push(index);
  }
  if (names.size < requests.length) {
    for (const [name, indices] of names) if (typeof indices === 'object') reportShared(state, name, indices);
  }
  return names;
}

/** Equal titles are only a warning, because files of other clients often have them; `@name` must be unique. */
function reportShared(state: ParseState, name: string, indices: readonly number[]): void {
  const isNamed = indices.some((index) => state.sites[index]?.name);
  const [first = 0, ...others] = indices;
  const { line } = nameSpan(state, first);
  for (const index of others) {
    state.reportAt(isNamed ? 'duplicate_name' : 'duplicate_title', nameSpan(state, index), { name, line });
  }
}
