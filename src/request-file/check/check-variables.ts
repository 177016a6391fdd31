/** Finds file variables that refer to each other in a cycle. */
import { findCycles } from '../model/find-cycles.js';
import type { FileVariable } from '../model/model.js';
import type { ParseState } from '../parse/parse-state.js';
import { classifyPlaceholder, cutTemplate } from '../text/template.js';

export function checkVariableCycles(state: ParseState): void {
  if (!state.variables.some(({ value }) => value.includes('{{'))) return;
  // The last definition of a variable wins.
  const last = new Map(state.variables.map((variable) => [variable.name, variable]));
  const variables = [...last.values()];
  const indices = new Map(variables.map(({ name }, index) => [name, index]));
  const edges = variables.map((variable) =>
    namesNeededBy(variable).flatMap((name) => indices.get(name) ?? []),
  );
  for (const cycle of findCycles(edges)) {
    const names = cycle.map((index) => variables[index]?.name ?? '');
    const first = variables[cycle[0] ?? 0];
    if (first) report(state, first, [...names, names[0] ?? '']);
  }
}

function namesNeededBy({ value }: FileVariable): string[] {
  if (!value.includes('{{')) return [];
  return cutTemplate(value).flatMap((part) => (part.kind === 'placeholder' ? namesIn(part.inner) : []));
}

function namesIn(inner: string): string[] {
  const found = classifyPlaceholder(inner);
  if (found.kind === 'variable') return [found.name];
  if (found.kind !== 'function') return [];
  return found.args.flatMap((argument) => namesNeededBy({ name: '', value: argument, line: 0 }));
}

function report(state: ParseState, variable: FileVariable, chain: readonly string[]): void {
  const span = state.variableNames.get(variable.name);
  if (span) state.reportAt('variable_cycle', span, { chain: chain.join(' → ') });
}
