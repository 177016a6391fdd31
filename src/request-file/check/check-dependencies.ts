/** Checks `@depends` inside one file for unknown names, ambiguous names and cycles. */
import type { Span } from '../model/diagnostic.js';
import { EMPTY_LIST } from '../text/lists.js';
import { findCycles } from '../model/find-cycles.js';
import { otherFileDependency } from '../model/directive-values.js';
import type { ParseState } from '../parse/parse-state.js';

/** By name, the index of its request, or all indices if several requests have the name. */
export type Names = ReadonlyMap<string, number | readonly number[]>;

const NO_INDICES: readonly number[] = [];

function indicesOf(names: Names, name: string): readonly number[] {
  const found = names.get(name);
  return found === undefined ? NO_INDICES : typeof found === 'number' ? [found] : found;
}

/** The index of the first request of the name. */
export function firstIndexOf(names: Names, name: string): number | undefined {
  const found = names.get(name);
  return typeof found === 'object' ? found[0] : found;
}

/** The place that names a request: its `@name`, else its separator. */
export function nameSpan(state: ParseState, index: number): Span {
  const named = state.sites[index]?.name;
  if (named) return named;
  return { line: state.requests[index]?.line ?? 1, column: 1, endColumn: state.separatorEnds[index] ?? 1 };
}

export function checkDependencies(state: ParseState, names: Names): void {
  const { requests, sites } = state;
  let hasDependencies = false;
  for (const [index, found] of sites.entries()) {
    const depends = found?.depends ?? EMPTY_LIST;
    if (depends.length === 0) continue;
    hasDependencies = true;
    checkNames(state, depends, requests[index]?.metadata.depends ?? EMPTY_LIST, names);
  }
  if (!hasDependencies) return;
  const edges = requests.map(({ metadata }) => targetsOf(metadata.depends ?? EMPTY_LIST, names));
  for (const cycle of findCycles(edges)) reportCycle(state, cycle);
}

/** The requests of this file that are named. */
function targetsOf(depends: readonly string[], names: Names): readonly number[] {
  if (depends.length === 0) return EMPTY_LIST;
  const targets: number[] = [];
  for (const name of depends) {
    const index = firstIndexOf(names, name);
    if (index !== undefined) targets.push(index);
  }
  return targets;
}

/** Each name once, however often a request has it. */
function checkNames(
  state: ParseState,
  spans: readonly Span[],
  wanted: readonly string[],
  names: Names,
): void {
  const [first] = spans;
  if (spans.length === 1 && first) return checkName(state, wanted[0] ?? '', first, names);
  const checked = new Set<string>();
  spans.forEach((span, i) => {
    const name = wanted[i] ?? '';
    if (!checked.has(name)) checkName(state, name, span, names);
    checked.add(name);
  });
}

function checkName(state: ParseState, name: string, span: Span, names: Names): void {
  if (otherFileDependency(name)) return;
  // An imported file may have it.
  if (!names.has(name) && state.imports.length > 0) return;
  if (!names.has(name)) return state.reportAt('unknown_dependency', span, { name });
  if (isAmbiguous(names, name)) reportAmbiguous(state, name, span, names);
}

/** Whether several requests have the name. */
export function isAmbiguous(names: Names, name: string): boolean {
  return typeof names.get(name) === 'object';
}

export function reportAmbiguous(state: ParseState, name: string, span: Span, names: Names): void {
  const lines = indicesOf(names, name)
    .slice(0, 10)
    .map((index) => state.requests[index]?.line);
  state.reportAt('ambiguous_name', span, { name, lines: lines.join(', ') });
}

function reportCycle(state: ParseState, cycle: readonly number[]): void {
  const names = cycle.map((index) => state.requests[index]?.name ?? '');
  const [first = 0, next = first] = cycle;
  const wanted = state.requests[next]?.name;
  const at = state.requests[first]?.metadata.depends?.indexOf(wanted ?? '') ?? -1;
  const span = state.sites[first]?.depends[at] ?? nameSpan(state, first);
  state.reportAt('dependency_cycle', span, { chain: [...names, names[0]].join(' → ') });
}
