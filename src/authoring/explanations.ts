/** Looks up explanations by names that may come from outside. */
import type { Explanation } from './explanation.js';
import { FAILURE_EXPLANATIONS } from './failure-explanations.js';
import { FINDING_EXPLANATIONS } from './finding-explanations.js';

export type { Explanation } from './explanation.js';

/** By the code of a finding; undefined for one that this program does not have. */
export function explanationOf(code: string): Explanation | undefined {
  return lookUp(FINDING_EXPLANATIONS, code);
}

/** By the `errorKind` of a result; undefined for one that this program does not have. */
export function failureExplanationOf(errorKind: string): Explanation | undefined {
  return lookUp(FAILURE_EXPLANATIONS, errorKind);
}

function lookUp(table: Readonly<Record<string, Explanation>>, name: string): Explanation | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
