/** `each <operator> <value>`: another operator on every element of a list. */
import { setImmediate } from 'node:timers/promises';
import { tookTooLong, type EvaluationLimits } from '../bounded/limits.js';
import type { Expected } from './expected.js';
import { HOLDS, unfit, type Check, type Outcome, type OperatorContext } from './operator.js';

/** The outcome of the other operator, its negation already applied. */
export type Passes = (
  element: unknown,
  expected: Expected,
  surroundings: OperatorContext,
) => boolean | Promise<boolean>;

export function each(passes: Passes): Check {
  return (actual, expected, surroundings) => {
    if (!Array.isArray(actual)) return unfit('the value is not a list');
    const elements: readonly unknown[] = actual;
    const test = (element: unknown): boolean | Promise<boolean> => passes(element, expected, surroundings);
    return checkFrom(0, elements, test, { limits: surroundings.limits, start: performance.now() });
  };
}

interface Progress {
  readonly limits: EvaluationLimits;
  readonly start: number;
}

/** Milliseconds after which others get their turn. */
const SLICE_MS = 10;

function checkFrom(
  start: number,
  elements: readonly unknown[],
  test: (element: unknown) => boolean | Promise<boolean>,
  progress: Progress,
): Outcome | Promise<Outcome> {
  const end = start === 0 ? progress.start + SLICE_MS : performance.now() + SLICE_MS;
  for (let index = start; index < elements.length; index++) {
    const passed = test(elements[index]);
    if (passed instanceof Promise) {
      return passed.then((does) => (does ? checkLater(index + 1, elements, test, progress) : failsAt(index)));
    }
    if (!passed) return failsAt(index);
    if (performance.now() > end) return checkLater(index + 1, elements, test, progress);
  }
  return HOLDS;
}

async function checkLater(
  start: number,
  elements: readonly unknown[],
  test: (element: unknown) => boolean | Promise<boolean>,
  progress: Progress,
): Promise<Outcome> {
  const { documentMs, signal } = progress.limits;
  if (performance.now() - progress.start > documentMs)
    return unfit(tookTooLong('looking at each element', documentMs).message);
  await setImmediate();
  signal?.throwIfAborted();
  return checkFrom(start, elements, test, progress);
}

function failsAt(index: number): Outcome {
  return { holds: false, note: `the element at index ${index} does not pass` };
}
