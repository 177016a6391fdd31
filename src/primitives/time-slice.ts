import { elapsed } from './clock.js';

/**
 * Long work in one thread calls this between its steps and awaits the result: from time to time it yields to the event
 * loop, otherwise the result is undefined. Work with long steps passes 1, so that every step reads the clock.
 */
export function timeSlice(
  milliseconds = 8,
  stepsPerCheck = STEPS_PER_CHECK,
): () => Promise<void> | undefined {
  let end = elapsed() + milliseconds;
  let steps = 0;
  const yieldToEventLoop = async (): Promise<void> => {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    end = elapsed() + milliseconds;
  };
  return () => {
    steps += 1;
    return steps % stepsPerCheck !== 0 || elapsed() < end ? undefined : yieldToEventLoop();
  };
}

/** Reading the clock takes longer than a short step. */
const STEPS_PER_CHECK = 16;
