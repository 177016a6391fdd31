import { expect } from 'vitest';

const FACTOR = 16;
/** Work that is linear takes about as long in one large piece as in 16 small ones, quadratic work 16 times as long. */
const MAX_RATIO = 5;
/** A round of a millisecond is lost to any other process of the machine; three long ones are not. */
const MIN_ROUNDS = 3;
const MAX_ROUNDS = 2000;
/** Most measurements end at once; a busy machine needs many before both were left alone once. */
const MEASURED_MS = 60_000;
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
  let measuredMs = 0;
  for (let round = 0; round < MAX_ROUNDS && ratio >= maxRatio; round += 1) {
    if (round >= MIN_ROUNDS && measuredMs > MEASURED_MS) break;
    const [otherNow, workNow] = [await timeOf(other), await timeOf(work)];
    measuredMs += otherNow + workNow;
    otherMs = Math.min(otherMs, otherNow);
    workMs = Math.min(workMs, workNow);
    ratio = workMs / Math.max(otherMs, MIN_TIME_MS);
  }
  expect(ratio).toBeLessThan(maxRatio);
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
