/** Equality (docs/language.md#equality). */
import { isEqual } from '../values/equality.js';
import { outcome, unfit, type Check } from './operator.js';

export const equals: Check = (actual, { value }) => outcome(isEqual(actual, value));

/** Whether the value equals one member of a list. */
export const isIn: Check = (actual, { value }) => {
  if (!Array.isArray(value)) return unfit('the expected value is not a list');
  return outcome(value.some((member) => isEqual(actual, member)));
};
