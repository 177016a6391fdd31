import { setImmediate } from 'node:timers/promises';

/**
 * Long work in one thread asks this between its steps: now and then it waits, so that others get their turn.
 * Undefined when there is nothing to wait for. Where steps are long, each of them looks at the clock.
 */
export function timeSlice(milliseconds = 8, stepsPerLook = STEPS_PER_LOOK): () => Promise<void> | undefined {
  let end = performance.now() + milliseconds;
  let steps = 0;
  const others = async (): Promise<void> => {
    await setImmediate();
    end = performance.now() + milliseconds;
  };
  return () => {
    steps += 1;
    return steps % stepsPerLook !== 0 || performance.now() < end ? undefined : others();
  };
}

/** Looking at the clock takes longer than many a step. */
const STEPS_PER_LOOK = 16;
