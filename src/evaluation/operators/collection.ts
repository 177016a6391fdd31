/** Operators on what holds other values. */
import { ABSENT } from '../values/absent.js';
import { indexOfText } from '../values/find-text.js';
import { isEqual } from '../values/equality.js';
import { ABSENCE, outcome, scalarText, unfit, type Check } from './operator.js';

/** Substring, element or key, by what the value is. */
export const contains: Check = (actual, expected, { isHeaders }) => {
  if (actual === ABSENT || actual === null) return ABSENCE;
  const text = scalarText(actual);
  if (text !== undefined) return outcome(indexOfText(text, expected.text) >= 0);
  if (Array.isArray(actual)) return outcome(actual.some((item) => isEqual(item, expected.value)));
  const key = isHeaders ? expected.text.toLowerCase() : expected.text;
  return outcome(Object.hasOwn(actual as object, key));
};

export const includes: Check = (actual, { value }) => {
  if (!Array.isArray(actual)) return unfit('the value is not a list');
  return outcome(actual.some((item) => isEqual(item, value)));
};

export const isEmpty: Check = (actual) => {
  if (typeof actual === 'string' || Array.isArray(actual)) return outcome(actual.length === 0);
  if (typeof actual === 'object' && actual !== null) return outcome(Object.keys(actual).length === 0);
  return unfit('the value is no text, list or object');
};
