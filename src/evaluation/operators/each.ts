/** `each <operator> <value>`: another operator on every element of a list. */
import type { Expected } from '../expected.js';
import { HOLDS, unfit, type Check, type Outcome, type Surroundings } from './operator.js';

/** The outcome of the other operator, its negation already applied. */
export type Passes = (
  element: unknown,
  expected: Expected,
  surroundings: Surroundings,
) => boolean | Promise<boolean>;

export function each(passes: Passes): Check {
  return (actual, expected, surroundings) => {
    if (!Array.isArray(actual)) return unfit('the value is not a list');
    const elements: readonly unknown[] = actual;
    const test = (element: unknown): boolean | Promise<boolean> => passes(element, expected, surroundings);
    return checkFrom(0, elements, test);
  };
}

function checkFrom(
  start: number,
  elements: readonly unknown[],
  test: (element: unknown) => boolean | Promise<boolean>,
): Outcome | Promise<Outcome> {
  for (let index = start; index < elements.length; index++) {
    const passed = test(elements[index]);
    if (passed instanceof Promise) {
      return passed.then((does) => (does ? checkFrom(index + 1, elements, test) : failsAt(index)));
    }
    if (!passed) return failsAt(index);
  }
  return HOLDS;
}

function failsAt(index: number): Outcome {
  return { holds: false, note: `the element at index ${index} does not pass` };
}
