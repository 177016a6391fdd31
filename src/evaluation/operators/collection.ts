/** Operators for texts, lists and objects that contain something. */
import { ABSENT } from '../values/absent.js';
import { indexOfText } from '../values/find-text.js';
import { isEqual } from '../values/equality.js';
import { ABSENT_VALUE, outcomeOf, scalarText, unfit, type OperatorCheck } from './operator.js';

/** A substring, an element or a key, depending on the type of the value. */
export const contains: OperatorCheck = (actual, expected, { isHeaders }) => {
  if (actual === ABSENT || actual === null) return ABSENT_VALUE;
  const text = scalarText(actual);
  if (text !== undefined) return outcomeOf(indexOfText(text, expected.text) >= 0);
  if (Array.isArray(actual)) return outcomeOf(actual.some((item) => isEqual(item, expected.value)));
  const key = isHeaders ? expected.text.toLowerCase() : expected.text;
  return outcomeOf(Object.hasOwn(actual as object, key));
};

export const includes: OperatorCheck = (actual, { value }) => {
  if (!Array.isArray(actual)) return unfit('the value is not a list');
  return outcomeOf(actual.some((item) => isEqual(item, value)));
};

export const isEmpty: OperatorCheck = (actual) => {
  if (typeof actual === 'string' || Array.isArray(actual)) return outcomeOf(actual.length === 0);
  if (typeof actual === 'object' && actual !== null) return outcomeOf(Object.keys(actual).length === 0);
  return unfit('the value is no text, list or object');
};
