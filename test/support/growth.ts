import { expect } from 'vitest';

const FACTOR = 16;
/** Work that is linear takes about as long in one large piece as in 16 small ones, quadratic work 16 times as long. */
const MAX_RATIO = 5;
const ROUNDS = 3;
/** Shorter times say more about the machine than about the work. */
const MIN_TIME_MS = 1;

/** Fails when work takes much longer than in proportion to its size. */
export async function expectLinear(
  largeSize: number,
  prepare: (size: number) => () => unknown,
): Promise<void> {
  const small = prepare(largeSize / FACTOR);
  const repeated = async (): Promise<void> => {
    for (let count = 0; count < FACTOR; count += 1) await small();
  };
  expect(await timeRatio(prepare(largeSize), repeated)).toBeLessThan(MAX_RATIO);
}

/** How many times longer the work takes than the other. Both are measured in turn, so that a slow machine slows both. */
export async function timeRatio(work: () => unknown, other: () => unknown): Promise<number> {
  await other();
  let [workMs, otherMs] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    otherMs = Math.min(otherMs, await timeOf(other));
    workMs = Math.min(workMs, await timeOf(work));
  }
  return workMs / Math.max(otherMs, MIN_TIME_MS);
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
