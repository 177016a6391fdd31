/** Checks that need the whole file: names, dependencies, references, variable cycles (sections 2.3, 9.2). */
import { checkDependencies, nameSpan, type Names } from './check-dependencies.js';
import { checkReferences } from './check-references.js';
import type { ParseState } from '../parse/parse-state.js';
import { checkVariableCycles } from './check-variables.js';

export function checkStructure(state: ParseState): void {
  const names = collectNames(state);
  checkDependencies(state, names);
  checkReferences(state, names);
  checkVariableCycles(state);
}

/** One index is kept as a number: a large file has very many names. */
function collectNames(state: ParseState): Names {
  const names = new Map<string, number | number[]>();
  const { requests } = state;
  for (let index = 0; index < requests.length; index++) {
    const name = requests[index]?.name ?? '';
    if (name === '') continue;
    const known = names.get(name);
    if (known === undefined) names.set(name, index);
    else if (typeof known === 'number') names.set(name, [known, index]);
    else known.push(index);
  }
  if (names.size < requests.length) {
    for (const [name, indices] of names) if (typeof indices === 'object') reportShared(state, name, indices);
  }
  return names;
}

/** Equal titles are common in files of other clients; a written `@name` must be unique. */
function reportShared(state: ParseState, name: string, indices: readonly number[]): void {
  const named = indices.some((index) => state.sites.get(index)?.name);
  const [first = 0, ...others] = indices;
  const { line } = nameSpan(state, first);
  for (const index of others) {
    state.reportAt(named ? 'duplicate_name' : 'duplicate_title', nameSpan(state, index), { name, line });
  }
}
