/** `each <operator> <value>`: another operator on every element of a list. */
import { setImmediate } from 'node:timers/promises';
import { elapsed } from '../../primitives/clock.js';
import { timeExceeded } from '../bounded/limits.js';
import type { Expected } from './expected.js';
import { SATISFIED, unfit, type OperatorCheck, type Outcome, type OperatorContext } from './operator.js';

/** Whether an element satisfies the other operator, with its negation already applied. */
export type ElementCheck = (
  element: unknown,
  expected: Expected,
  context: OperatorContext,
) => boolean | Promise<boolean>;

/** After this time, in milliseconds, the loop yields to the event loop. */
const SLICE_MS = 10;

export function each(passes: ElementCheck): OperatorCheck {
  return (actual, expected, context) => {
    if (!Array.isArray(actual)) return unfit('the value is not a list');
    const elements: readonly unknown[] = actual;
    const { documentMs, signal } = context.limits;
    const start = elapsed();
    const checkFrom = (from: number, end: number): Outcome | Promise<Outcome> => {
      for (let index = from; index < elements.length; index++) {
        const passed = passes(elements[index], expected, context);
        if (passed instanceof Promise)
          return passed.then((does) => (does ? checkLater(index + 1) : failsAt(index)));
        if (!passed) return failsAt(index);
        if (elapsed() > end) return checkLater(index + 1);
      }
      return SATISFIED;
    };
    const checkLater = async (from: number): Promise<Outcome> => {
      if (elapsed() - start > documentMs)
        return unfit(timeExceeded('looking at each element', documentMs).message);
      await setImmediate();
      signal?.throwIfAborted();
      return checkFrom(from, elapsed() + SLICE_MS);
    };
    return checkFrom(0, start + SLICE_MS);
  };
}

function failsAt(index: number): Outcome {
  return { holds: false, note: `the element at index ${index} does not pass`, index };
}
