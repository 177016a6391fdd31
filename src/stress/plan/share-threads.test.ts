import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributedSlots, highestRate, numberThreads, shareThreads, slotsOf } from './share-threads.js';
import { WORKER_LIMITS } from './load-limits.js';
import { readStressOptions } from './stress-options.js';

const RATE = { mode: 'rate', rate: 10, vus: 0, maxVUs: 1_000_000 } as const;

describe('shareThreads', () => {
  it.each([
    ['one each, however little is wanted', { ...RATE, rate: 10 }, [3, 3], [1, 1]],
    ['one for each started 5,000 a second', { ...RATE, rate: 10_001 }, [9], [3]],
    ['one for each started 16 users', { ...RATE, mode: 'vus', vus: 65 }, [9, 9], [3, 3]],
    ['rounded up', { ...RATE, rate: 35_000 }, [7, 7, 7], [3, 3, 3]],
    ['what is short goes to those that offer more', { ...RATE, rate: 30_000 }, [1, 7, 1], [1, 4, 1]],
    ['and is shared among them', { ...RATE, rate: 60_000 }, [1, 6, 8, 1], [1, 5, 5, 1]],
    ['no more than are offered', { ...RATE, rate: 100_000 }, [2, 1], [2, 1]],
    ['no more than slots', { ...RATE, rate: 100_000, maxVUs: 4 }, [5, 5, 5], [2, 1, 1]],
  ] as const)('%s', (_case, load, offers, counts) => {
    expect(shareThreads(load, offers)).toEqual(counts);
  });

  it.each([
    [{ ...RATE, rate: 300_001 }, [2, 1], 'rate needs at least 4 threads; 3 are offered'],
    [{ ...RATE, mode: 'vus', vus: 20_001 }, [1, 1], 'vus needs at least 3 threads; 2 are offered'],
  ] as const)('refuses more than the threads can send: %o', (load, offers, message) => {
    expect(() => shareThreads(load, offers)).toThrow(message);
  });

  it('keeps to the offers and to the limit, and gives every worker something', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 256 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 200 }),
        (offers, rate, spare) => {
          const load = { ...RATE, rate, maxVUs: offers.length + spare };
          fc.pre(load.maxVUs >= 10 && offers.length >= 10);
          const counts = shareThreads(load, offers);
          expect(counts.every((count, index) => count >= 1 && count <= (offers[index] ?? 0))).toBe(true);
          const total = counts.reduce((sum, count) => sum + count, 0);
          expect(total).toBeLessThanOrEqual(Math.min(load.maxVUs, 4096));
          const slots = Array.from({ length: total }, (_, thread) => slotsOf(thread, total, load.maxVUs));
          expect(slots.reduce((sum, count) => sum + count, 0)).toBe(load.maxVUs);
          expect(Math.max(...slots) - Math.min(...slots)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 50 },
    );
  });
});

it('numbers the threads of a worker together', () => {
  expect(numberThreads([2, 1, 3])).toEqual([
    { first: 0, count: 2 },
    { first: 2, count: 1 },
    { first: 3, count: 3 },
  ]);
});

describe('distributedSlots', () => {
  it('has 100 per worker, or one per user', () => {
    expect(distributedSlots(RATE, undefined, 4)).toBe(400);
    expect(distributedSlots({ ...RATE, mode: 'vus', vus: 30 }, undefined, 4)).toBe(30);
    expect(distributedSlots(RATE, 7, 4)).toBe(7);
  });

  it('needs one for each worker', () => {
    expect(() => distributedSlots(RATE, 3, 4, 'max-vus')).toThrow(
      'max-vus must be at least the number of workers, which is 4',
    );
  });
});

it('allows more users and a higher rate with workers', () => {
  const large = { duration: 1000, rate: 10_000_000, maxVUs: 1_000_000 };
  expect(() => readStressOptions(large)).toThrow('rate must be a number above 0 and at most 100000');
  expect(readStressOptions(large, undefined, WORKER_LIMITS)).toMatchObject(large);
  expect(() => readStressOptions({ duration: 1000, vus: 1_000_001 }, undefined, WORKER_LIMITS)).toThrow(
    'vus must be a whole number from 1 to 1000000',
  );
});

it('the highest rate is what the threads that are offered may be asked for', () => {
  expect(highestRate([2, 3], 400)).toBe(500_000);
  expect(highestRate([2, 3], 4)).toBe(400_000);
  expect(
    highestRate(
      Array.from({ length: 500 }, () => 256),
      1_000_000,
    ),
  ).toBe(409_600_000);
});
