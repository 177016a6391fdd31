/** One case: its input, which follows from seed, target and number alone, and whether all rules hold for it. */
import { mutated } from './mutate.js';
import { Random, seedOf } from './random.js';
import type { Target } from './target.js';

/** Milliseconds of computing that no case may take; the largest inputs have 32,768 characters. */
export const MAX_CASE_MS = 2000;

export function caseInput(target: Target, seed: number, number: number): string {
  const random = new Random(seedOf(seed, target.name, number));
  if (target.generate && (target.seeds.length === 0 || random.oneIn(2))) {
    const made = target.generate(random);
    return random.oneIn(3) ? mutated(made, [made, ...target.seeds], target.words, random) : made;
  }
  return mutated(random.pick(target.seeds), target.seeds, target.words, random);
}

/** What is wrong, or undefined. Time is measured only where a limit is given. */
export async function faultOf(target: Target, input: string, maxMs = Infinity): Promise<string | undefined> {
  const before = computedMs();
  const fault = await faultOnce(target, input);
  if (fault !== undefined || computedMs() - before <= maxMs) return fault;
  // The first time may have loaded modules: only what is slow each time is slow.
  let quickest = Infinity;
  for (let again = 0; again < 2; again += 1) {
    const started = computedMs();
    await faultOnce(target, input);
    quickest = Math.min(quickest, computedMs() - started);
  }
  return quickest > maxMs ? `it takes longer than ${maxMs} ms` : undefined;
}

/** Of the processor, by this process: others may be busy with something else. */
function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function faultOnce(target: Target, input: string): Promise<string | undefined> {
  try {
    await target.run(input, new Random(seedOf(input)));
  } catch (error) {
    return describe(error);
  }
  return pollution();
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  if (error.name === 'Violation') return error.message;
  const place = /\n\s+at (.*)/.exec(error.stack ?? '')?.[1] ?? '';
  return `${error.name}: ${error.message.slice(0, 400)} (${place.replace(/\(?(?:file:\/\/)?[^()]*\/(src|test)\//, '$1/')})`;
}

const CLEAN = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
  (prototype) => [prototype, Reflect.ownKeys(prototype).length] as const,
);

/** An input that reached a prototype would change every later object; it is taken away, for the next case. */
function pollution(): string | undefined {
  const dirty = CLEAN.filter(([prototype, count]) => Reflect.ownKeys(prototype).length !== count);
  if (dirty.length === 0) return undefined;
  for (const [prototype, count] of dirty) {
    for (const key of Reflect.ownKeys(prototype).slice(count)) Reflect.deleteProperty(prototype, key);
  }
  return 'a prototype was changed';
}
