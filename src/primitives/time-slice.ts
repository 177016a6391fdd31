import { setImmediate } from 'node:timers/promises';

/**
 * Long work in one thread asks this between its steps: now and then it waits, so that others get their turn.
 * Undefined when there is nothing to wait for.
 */
export function timeSlice(milliseconds = 8): () => Promise<void> | undefined {
  let end = performance.now() + milliseconds;
  let steps = 0;
  const others = async (): Promise<void> => {
    await setImmediate();
    end = performance.now() + milliseconds;
  };
  return () => {
    steps += 1;
    return steps % STEPS_PER_LOOK !== 0 || performance.now() < end ? undefined : others();
  };
}

/** Looking at the clock takes longer than many a step. */
const STEPS_PER_LOOK = 16;
