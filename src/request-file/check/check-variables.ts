/** Finds file variables that refer to each other in a cycle. */
import { findCycles } from '../model/find-cycles.js';
import type { ParseState } from '../parse/parse-state.js';
import { EMPTY_LIST } from '../text/lists.js';
import { variablesIn } from '../text/template.js';

export function checkVariableCycles(state: ParseState): void {
  if (!state.variables.some(({ value }) => value.includes('{{'))) return;
  const indices = new Map<string, number>();
  const names: string[] = [];
  const values: string[] = [];
  for (const { name, value } of state.variables) {
    const index = indices.get(name);
    // The last definition of a variable wins.
    if (index === undefined) {
      indices.set(name, names.length);
      names.push(name);
      values.push(value);
    } else values[index] = value;
  }
  for (const cycle of findCycles(values.map((value) => targetsOf(value, indices)))) {
    const chain = cycle.map((index) => names[index] ?? '');
    const [first = ''] = chain;
    const span = state.variableNames.get(first);
    if (span) state.reportAt('variable_cycle', span, { chain: [...chain, first].join(' → ') });
  }
}

/** The variables of this file that a value contains. */
function targetsOf(value: string, indices: ReadonlyMap<string, number>): readonly number[] {
  if (!value.includes('{{')) return EMPTY_LIST;
  const targets: number[] = [];
  for (const name of variablesIn(value)) {
    const index = indices.get(name);
    if (index !== undefined) targets.push(index);
  }
  return targets;
}
