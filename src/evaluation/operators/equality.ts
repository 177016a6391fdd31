/** Equality (language section 6.5). */
import { isEqual } from '../values/equality.js';
import { outcome, unfit, type Check } from './operator.js';

export const equals: Check = (actual, { value }) => outcome(isEqual(actual, value));

/** Equal to one member of a list. */
export const isIn: Check = (actual, { value }) => {
  if (!Array.isArray(value)) return unfit('the expected value is not a list');
  return outcome(value.some((member) => isEqual(actual, member)));
};
