/** Where two values differ, one line for each difference. */
import {
  hasMembers,
  jsonDifference,
  type DifferenceDisplay,
} from '../../evaluation/values/json-difference.js';
import { textWindows } from '../../evaluation/values/text-window.js';
import { MAX_SHOWN_LENGTH, openValue, shortValue } from '../../evaluation/values/value-text.js';
import { textDifference } from './text-difference.js';

/** `isWhole`: every difference is shown, with whole lists and objects. */
export function differenceDisplay(isWhole: boolean): DifferenceDisplay {
  return {
    maxLines: isWhole ? Infinity : MAX_LINES,
    valueText: isWhole ? openValue : shortValue,
    textChange: (before, after) => {
      const shown = textWindows(before, after, MAX_SHOWN_LENGTH);
      return `${shown.expected} -> ${shown.actual} (from character ${shown.position ?? 1})`;
    },
  };
}

const MAX_LINES = 10;

/** Undefined for values that have no parts to compare. */
export function differencesBetween(
  expected: unknown,
  actual: unknown,
  display: DifferenceDisplay,
): readonly string[] | undefined {
  if (typeof expected === 'string' && typeof actual === 'string')
    return textDifference(expected, actual, display.maxLines);
  return hasMembers(expected) && hasMembers(actual) ? jsonDifference(expected, actual, display) : undefined;
}
