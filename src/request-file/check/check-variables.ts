/** Finds file variables that refer to each other in a cycle. */
import { findCycles } from '../model/find-cycles.js';
import type { ParseState } from '../parse/parse-state.js';
import { variablesIn } from '../text/template.js';

export function checkVariableCycles(state: ParseState): void {
  if (!state.variables.some(({ value }) => value.includes('{{'))) return;
  // The last definition of a variable wins.
  const last = new Map(state.variables.map((variable) => [variable.name, variable]));
  const variables = [...last.values()];
  const indices = new Map(variables.map(({ name }, index) => [name, index]));
  const edges = variables.map(({ value }) =>
    [...variablesIn(value)].flatMap((name) => indices.get(name) ?? []),
  );
  for (const cycle of findCycles(edges)) {
    const names = cycle.map((index) => variables[index]?.name ?? '');
    const [first = ''] = names;
    const span = state.variableNames.get(first);
    if (span) state.reportAt('variable_cycle', span, { chain: [...names, first].join(' → ') });
  }
}
