/** Equality (docs/language.md#equality). */
import { isEqual } from '../values/equality.js';
import { outcomeOf, unfit, type OperatorCheck } from './operator.js';

export const equals: OperatorCheck = (actual, { value }) => outcomeOf(isEqual(actual, value));

/** Whether the value equals one member of a list. */
export const isIn: OperatorCheck = (actual, { value }) => {
  if (!Array.isArray(value)) return unfit('the expected value is not a list');
  return outcomeOf(value.some((member) => isEqual(actual, member)));
};
