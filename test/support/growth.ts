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
  await expectRatio(MAX_RATIO, prepare(largeSize), repeated);
}

/**
 * Fails when the work takes more than so many times as long as the other. Both are measured in turn, so that a slow
 * machine slows both, and again when they seem too far apart: only slowness that repeats counts.
 */
export async function expectRatio(
  maxRatio: number,
  work: () => unknown,
  other: () => unknown,
): Promise<void> {
  await other();
  let [workMs, otherMs] = [Infinity, Infinity];
  let ratio = Infinity;
  for (let round = 0; round < ROUNDS && ratio >= maxRatio; round += 1) {
    otherMs = Math.min(otherMs, await timeOf(other));
    workMs = Math.min(workMs, await timeOf(work));
    ratio = workMs / Math.max(otherMs, MIN_TIME_MS);
  }
  expect(ratio).toBeLessThan(maxRatio);
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
