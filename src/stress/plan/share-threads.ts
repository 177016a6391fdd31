/** Which process of a load test runs how many of its threads. */
import { ServiceError } from '../../errors.js';
import type { StressOptions } from './stress-options.js';

type LoadSize = Pick<StressOptions, 'mode' | 'rate' | 'vus' | 'maxVUs'>;

const REQUESTS_PER_THREAD = 5000;
const USERS_PER_THREAD = 16;
const MAX_REQUESTS_PER_THREAD = 100_000;
const MAX_USERS_PER_THREAD = 10_000;
const MAX_THREADS = 4096;
/** The default per worker in rate mode. */
const SLOTS_PER_WORKER = 100;

/** One for each 5,000 requests a second or 16 users. */
export function wantedThreads({ mode, rate, vus }: Omit<LoadSize, 'maxVUs'>): number {
  return mode === 'vus' ? Math.ceil(vus / USERS_PER_THREAD) : Math.ceil(rate / REQUESTS_PER_THREAD);
}

/** The slots of the whole test are shared out evenly. */
export function slotsOf(thread: number, threads: number, maxVUs: number): number {
  return Math.floor(maxVUs / threads) + (thread < maxVUs % threads ? 1 : 0);
}

/** The slots of a test with workers; `given` is undefined when they were not chosen. */
export function distributedSlots(
  { mode, vus }: Omit<LoadSize, 'maxVUs'>,
  given: number | undefined,
  workers: number,
  shownName = 'maxVUs',
): number {
  const slots = given ?? (mode === 'vus' ? vus : SLOTS_PER_WORKER * workers);
  if (slots >= workers) return slots;
  throw new ServiceError('usage', `${shownName} must be at least the number of workers, which is ${workers}`);
}

/**
 * The number of threads of each worker, in the order of the offers. Every worker gets the same number where its offer
 * allows that; what is short goes to those that offer more.
 */
export function shareThreads(load: LoadSize, offers: readonly number[]): readonly number[] {
  const each = Math.max(1, Math.ceil(wantedThreads(load) / offers.length));
  const counts = offers.map((offer) => Math.min(each, offer));
  let short = each * offers.length - sum(counts);
  for (let round = each; short > 0 && offers.some((offer) => offer > round); round++) {
    for (const [index, offer] of offers.entries()) {
      if (short === 0 || offer <= round) continue;
      counts[index] = round + 1;
      short--;
    }
  }
  takeAway(counts, sum(counts) - Math.min(load.maxVUs, MAX_THREADS));
  checkThreads(load, sum(counts));
  return counts;
}

/** The highest rate that so many threads may be asked for. */
export function highestRate(offers: readonly number[], maxVUs: number): number {
  return Math.min(sum(offers), maxVUs, MAX_THREADS) * MAX_REQUESTS_PER_THREAD;
}

/** The numbers of the threads of each worker. */
export function numberThreads(counts: readonly number[]): readonly { first: number; count: number }[] {
  let first = 0;
  return counts.map((count) => {
    const own = { first, count };
    first += count;
    return own;
  });
}

/** Takes threads from those that have most, the last of them first. */
function takeAway(counts: number[], excess: number): void {
  for (let left = excess; left > 0; left--) {
    const most = counts.reduce((max, count) => Math.max(max, count), 0);
    counts[counts.lastIndexOf(most)] = most - 1;
  }
}

function checkThreads({ mode, rate, vus }: LoadSize, threads: number): void {
  const needed =
    mode === 'vus' ? Math.ceil(vus / MAX_USERS_PER_THREAD) : Math.ceil(rate / MAX_REQUESTS_PER_THREAD);
  if (threads >= needed) return;
  const what = mode === 'vus' ? 'vus' : 'rate';
  throw new ServiceError('unavailable', `${what} needs at least ${needed} threads; ${threads} are offered`);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
