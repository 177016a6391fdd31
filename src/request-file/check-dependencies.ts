/** `@depends` inside one file: unknown and ambiguous names, cycles. */
import type { Span } from './diagnostic.js';
import { findCycles } from './find-cycles.js';
import { otherFileDependency } from './parse-directives.js';
import type { ParseState } from './parse-state.js';

/** Indices of the requests that answer to each name. */
export type Names = ReadonlyMap<string, readonly number[]>;

export function checkDependencies(state: ParseState, names: Names): void {
  const { requests, sites } = state;
  let any = false;
  requests.forEach(({ metadata }, index) => {
    metadata.depends?.forEach((name, i) => {
      any = true;
      const span = sites[index]?.depends[i];
      if (span) checkName(state, name, span, names);
    });
  });
  if (!any) return;
  const edges = requests.map(({ metadata }) => (metadata.depends ?? []).flatMap((name) => names.get(name)?.slice(0, 1) ?? []));
  for (const cycle of findCycles(edges)) reportCycle(state, cycle);
}

function checkName(state: ParseState, name: string, span: Span, names: Names): void {
  if (otherFileDependency(name)) return;
  const known = names.get(name);
  if (!known) return state.reportAt('unknown_dependency', span, { name });
  if (known.length > 1 && isAmbiguous(state, known)) reportAmbiguous(state, name, span, known);
}

/** Several requests share the name and none of them was given it by `@name` (that is an error of its own). */
export function isAmbiguous(state: ParseState, indices: readonly number[]): boolean {
  return indices.length > 1 && !indices.some((index) => state.sites[index]?.named);
}

export function reportAmbiguous(state: ParseState, name: string, span: Span, indices: readonly number[]): void {
  const lines = indices.slice(0, 10).map((index) => state.requests[index]?.line);
  state.reportAt('ambiguous_name', span, { name, lines: lines.join(', ') });
}

function reportCycle(state: ParseState, cycle: readonly number[]): void {
  const names = cycle.map((index) => state.requests[index]?.name ?? '');
  const [first = 0, next = first] = cycle;
  const wanted = state.requests[next]?.name;
  const at = state.requests[first]?.metadata.depends?.indexOf(wanted ?? '') ?? -1;
  const span = state.sites[first]?.depends[at] ?? state.sites[first]?.name;
  if (span) state.reportAt('dependency_cycle', span, { chain: [...names, names[0]].join(' → ') });
}
