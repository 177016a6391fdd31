/** Checks that need the whole file: names, dependencies, references and cycles of variables. */
import { checkDependencies, nameSpan, type Names } from './check-dependencies.js';
import { checkReferences, requestName } from './check-references.js';
import { mayHaveEqualNames } from './equal-names.js';
import type { ParseState } from '../parse/parse-state.js';
import { isNamed } from '../model/request-filter.js';
import { checkVariableCycles } from './check-variables.js';

export function checkStructure(state: ParseState): void {
  if (state.namesRequests || mayHaveEqualNames(state.requests)) {
    const names = collectNames(state);
    checkDependencies(state, names);
    checkReferences(state, names);
  }
  if (state.runs.length > 0) checkRuns(state);
  checkVariableCycles(state);
}

/** Imported files are not known here; a run looks at them before anything is sent. */
function checkRuns(state: ParseState): void {
  const { runs, imports, requests } = state;
  if (imports.length > 0) return;
  for (const { name, line } of runs) {
    if (name === undefined || requests.some((request) => isNamed(request, name))) continue;
    state.reportAt('unknown_run', { line, column: 1, endColumn: 'run #'.length + name.length + 1 }, { name });
  }
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
  const shared = names.size < requests.length ? [...names].filter(isShared) : [];
  if (shared.length > 0) {
    const meant = meantNames(state, names);
    for (const [name, indices] of shared) reportShared(state, name, indices, meant.has(name));
  }
  return names;
}

function isShared(entry: [string, number | number[]]): entry is [string, number[]] {
  return typeof entry[1] === 'object';
}

/**
 * Equal names are only a warning, because files of other clients often have them; a `@name` that another request means
 * must be unique.
 */
function reportShared(state: ParseState, name: string, indices: readonly number[], isMeant: boolean): void {
  const isNamed = isMeant && indices.some((index) => state.sites[index]?.name);
  const [first = 0, ...others] = indices;
  const { line } = nameSpan(state, first);
  for (const index of others) {
    state.reportAt(isNamed ? 'duplicate_name' : 'duplicate_title', nameSpan(state, index), { name, line });
  }
}

/** The names that `@depends` and placeholders use. */
function meantNames({ requests, sites }: ParseState, names: Names): ReadonlySet<string> {
  const meant = new Set(requests.flatMap(({ metadata }) => metadata.depends ?? []));
  for (const [index, found] of sites.entries()) {
    for (const reference of found?.references ?? []) {
      const name = requestName(reference, names);
      if (name !== undefined && name !== requests[index]?.name) meant.add(name);
    }
  }
  return meant;
}
