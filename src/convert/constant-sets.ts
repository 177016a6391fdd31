import type { VariableSet } from '../request-file/model/model.js';
import { variableName } from './import-names.js';

/** The variables that are set without a condition, and always to the same text without placeholders. */
export function constantSets(sets: readonly VariableSet[]): Map<string, string> {
  const constants = new Map<string, string>();
  const others = new Set<string>();
  for (const { name, value, when, unless } of sets) {
    const isConstant = when === undefined && unless === undefined && !value.includes('{{');
    const isSame = (constants.get(name) ?? value) === value;
    if (isConstant && isSame && variableName(name) === name) constants.set(name, value);
    else others.add(name);
  }
  for (const name of others) constants.delete(name);
  return constants;
}
