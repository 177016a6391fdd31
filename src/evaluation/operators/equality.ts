/** Equality (docs/language.md#equality). */
import { isEqual, isStrictlyEqual } from '../values/equality.js';
import { outcomeOf, unfit, type OperatorCheck } from './operator.js';

export const equals: OperatorCheck = (actual, { value }) => outcomeOf(isEqual(actual, value));

/** No value equals one that is absent, and no number equals a text. */
export const strictEquals: OperatorCheck = (actual, { value }) => outcomeOf(isStrictlyEqual(actual, value));

/** Whether the value equals one member of a list. */
export const isIn: OperatorCheck = (actual, { value }) => {
  if (!Array.isArray(value)) return unfit('the expected value is not a list');
  return outcomeOf(value.some((member) => isEqual(actual, member)));
};
