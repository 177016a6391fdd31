/** `@depends` inside one file: unknown and ambiguous names, cycles. */
import type { Span } from './diagnostic.js';
import { NOTHING } from './lists.js';
import { findCycles } from './find-cycles.js';
import { otherFileDependency } from './directive-values.js';
import type { ParseState } from './parse-state.js';

/** Index of the request that answers to a name, or of all that do. */
export type Names = ReadonlyMap<string, number | readonly number[]>;

const NOBODY: readonly number[] = [];

export function indicesOf(names: Names, name: string): readonly number[] {
  const found = names.get(name);
  return found === undefined ? NOBODY : typeof found === 'number' ? [found] : found;
}

/** Where a request got its name: its `@name`, else its separator. */
export function nameSpan(state: ParseState, index: number): Span {
  const named = state.sites.get(index)?.name;
  if (named) return named;
  const { line = 1, title = '' } = state.requests[index] ?? {};
  return { line, column: 1, endColumn: Math.max(4 + (title === '' ? 0 : title.length + 1), 4) };
}

export function checkDependencies(state: ParseState, names: Names): void {
  const { requests, sites } = state;
  let any = false;
  for (const [index, { depends }] of sites) {
    const wanted = requests[index]?.metadata.depends ?? NOTHING;
    depends.forEach((span, i) => {
      any = true;
      checkName(state, wanted[i] ?? '', span, names);
    });
  }
  if (!any) return;
  const edges = requests.map(({ metadata }) =>
    (metadata.depends ?? NOTHING).flatMap((name) => indicesOf(names, name).slice(0, 1)),
  );
  for (const cycle of findCycles(edges)) reportCycle(state, cycle);
}

function checkName(state: ParseState, name: string, span: Span, names: Names): void {
  if (otherFileDependency(name)) return;
  const known = indicesOf(names, name);
  if (known.length === 0) return state.reportAt('unknown_dependency', span, { name });
  if (isAmbiguous(state, known)) reportAmbiguous(state, name, span, known);
}

/** Several requests share the name and none of them was given it by `@name` (that is an error of its own). */
export function isAmbiguous(state: ParseState, indices: readonly number[]): boolean {
  return indices.length > 1 && !indices.some((index) => state.sites.get(index)?.name);
}

export function reportAmbiguous(
  state: ParseState,
  name: string,
  span: Span,
  indices: readonly number[],
): void {
  const lines = indices.slice(0, 10).map((index) => state.requests[index]?.line);
  state.reportAt('ambiguous_name', span, { name, lines: lines.join(', ') });
}

function reportCycle(state: ParseState, cycle: readonly number[]): void {
  const names = cycle.map((index) => state.requests[index]?.name ?? '');
  const [first = 0, next = first] = cycle;
  const wanted = state.requests[next]?.name;
  const at = state.requests[first]?.metadata.depends?.indexOf(wanted ?? '') ?? -1;
  const span = state.sites.get(first)?.depends[at] ?? nameSpan(state, first);
  state.reportAt('dependency_cycle', span, { chain: [...names, names[0]].join(' → ') });
}
