/** The assertion operators (docs/language.md#operators). */
import { contains, includes, isEmpty } from './collection.js';
import { schema, snapshot } from './document.js';
import { equals, isIn, strictEquals } from './equality.js';
import type { OperatorCheck } from './operator.js';
import { approx, between, greaterOrEqual, greaterThan, lessOrEqual, lessThan } from './order.js';
import {
  absent,
  exists,
  hasType,
  length,
  lengthGreaterOrEqual,
  lengthGreaterThan,
  lengthLessOrEqual,
  lengthLessThan,
  truthy,
} from './shape.js';
import { endsWith, matches, startsWith } from './text.js';

export interface OperatorRule {
  readonly check: OperatorCheck;
  readonly negated: boolean;
  /** Whether `body` as a whole means its raw text. */
  readonly onText: boolean;
}

const rule = (check: OperatorCheck): OperatorRule => ({ check, negated: false, onText: false });
const not = (check: OperatorCheck): OperatorRule => ({ check, negated: true, onText: false });
const text = (check: OperatorCheck): OperatorRule => ({ check, negated: false, onText: true });
const notText = (check: OperatorCheck): OperatorRule => ({ check, negated: true, onText: true });

/** By canonical name; `each` and `notEach` apply another one: `compile-assertion.ts` has them. */
export const OPERATOR_RULES: Readonly<Record<string, OperatorRule>> = {
  equals: rule(equals),
  notEquals: not(equals),
  strictEquals: rule(strictEquals),
  notStrictEquals: not(strictEquals),
  greaterThan: rule(greaterThan),
  greaterOrEqual: rule(greaterOrEqual),
  lessThan: rule(lessThan),
  lessOrEqual: rule(lessOrEqual),
  between: rule(between),
  notBetween: not(between),
  approx: rule(approx),
  notApprox: not(approx),
  contains: text(contains),
  notContains: notText(contains),
  startsWith: text(startsWith),
  notStartsWith: notText(startsWith),
  endsWith: text(endsWith),
  notEndsWith: notText(endsWith),
  matches: text(matches),
  notMatches: notText(matches),
  exists: rule(exists),
  notExists: not(exists),
  absent: rule(absent),
  notAbsent: not(absent),
  truthy: rule(truthy),
  notTruthy: not(truthy),
  type: rule(hasType),
  notType: not(hasType),
  length: rule(length),
  notLength: not(length),
  lengthGreaterThan: rule(lengthGreaterThan),
  lengthGreaterOrEqual: rule(lengthGreaterOrEqual),
  lengthLessThan: rule(lengthLessThan),
  lengthLessOrEqual: rule(lengthLessOrEqual),
  includes: rule(includes),
  notIncludes: not(includes),
  in: rule(isIn),
  notIn: not(isIn),
  isEmpty: rule(isEmpty),
  notIsEmpty: not(isEmpty),
  schema: rule(schema),
  notSchema: not(schema),
  snapshot: rule(snapshot),
};
