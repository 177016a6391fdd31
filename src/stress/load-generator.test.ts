import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { loadOrder } from '../../test/support/runs/stress-run.js';
import { LocalLoad, type GeneratedLoad } from './load-generator.js';
import type { StartThread } from './load-threads.js';
import { LoadRecorder, NONE_DROPPED } from './measure/load-recorder.js';
import type { LoadEvent } from './worker-messages.js';

const TOTALS = new LoadRecorder(0, () => undefined).totals(NONE_DROPPED);

interface Load {
  readonly threads: number;
  readonly elapsedMs: number;
  /** CPU time that the process uses meanwhile. */
  readonly usedMs: number;
}

/** A load whose threads send nothing and end after that time. */
async function generated({ threads, elapsedMs, usedMs }: Load): Promise<GeneratedLoad> {
  const clock = new ManualClock();
  // The process has worked before.
  let cpuMs = 700;
  const events: ((event: LoadEvent) => void)[] = [];
  const startThread: StartThread = (_task, onEvent) => {
    events.push(onEvent);
    return { totals: Promise.resolve(TOTALS), send: () => undefined };
  };
  const load = new LocalLoad({ clock, cpuTime: () => cpuMs, startThread, threads });
  const preparing = load.prepare(loadOrder({}), { onCell: () => undefined, onDrain: () => undefined });
  for (const onEvent of events) onEvent({ kind: 'ready' });
  await preparing;
  load.start();
  await clock.turn(elapsedMs);
  cpuMs += usedMs;
  for (const onEvent of events) onEvent({ kind: 'drain' });
  // What happens after the load does not count.
  await clock.turn(3000);
  cpuMs += 3000;
  return load.finish();
}

describe('the use of the processors by a load', () => {
  it.each<[string, Load, number]>([
    ['of a thread that works half of the time', { threads: 1, elapsedMs: 2000, usedMs: 1000 }, 50],
    ['of a thread that always works', { threads: 1, elapsedMs: 2000, usedMs: 2000 }, 100],
    ['is the mean of several threads', { threads: 4, elapsedMs: 2000, usedMs: 2000 }, 25],
    ['of a load that ended at once', { threads: 2, elapsedMs: 0, usedMs: 10 }, 0],
  ])('%s', async (_case, load, percent) => {
    expect(await generated(load)).toMatchObject({
      cpuPercent: percent,
      loadMs: Math.max(1000, load.elapsedMs),
    });
  });
});
