/** Checks that need the whole file: names, dependencies, references, variable cycles (sections 2.3, 9.2). */
import { checkDependencies, type Names } from './check-dependencies.js';
import { checkReferences } from './check-references.js';
import type { ParseState } from './parse-state.js';
import { checkVariableCycles } from './check-variables.js';

export function checkStructure(state: ParseState): void {
  const names = collectNames(state);
  checkDependencies(state, names);
  checkReferences(state, names);
  checkVariableCycles(state);
}

function collectNames(state: ParseState): Names {
  const names = new Map<string, number[]>();
  state.requests.forEach(({ name }, index) => {
    if (name === '') return;
    const known = names.get(name);
    if (known) known.push(index);
    else names.set(name, [index]);
  });
  for (const [name, indices] of names) if (indices.length > 1) reportShared(state, name, indices);
  return names;
}

/** Equal titles are common in files of other clients; a written `@name` must be unique. */
function reportShared(state: ParseState, name: string, indices: readonly number[]): void {
  const sites = indices.map((index) => state.sites[index]);
  const named = sites.some((site) => site?.named);
  const line = sites[0]?.name.line ?? 1;
  for (const site of sites.slice(1)) {
    if (site) state.reportAt(named ? 'duplicate_name' : 'duplicate_title', site.name, { name, line });
  }
}
