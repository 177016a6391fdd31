import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { loadOrder, loadPlan } from '../../test/support/runs/stress-run.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { elapsed } from '../primitives/clock.js';
import { LoadClock } from './load-clock.js';
import { LoadEngine } from './load-engine.js';
import { readStressOptions } from './plan/stress-options.js';
import type { LoadEvent } from './worker-messages.js';

const ORDER = loadOrder({ fileAccess: { root: import.meta.dirname, shownFrom: import.meta.dirname } });

afterEach(() => {
  vi.restoreAllMocks();
});

it('ends well when it is stopped while its clock starts', async () => {
  const events: LoadEvent[] = [];
  const engine = new LoadEngine(ORDER, (event) => events.push(event));
  const start = Reflect.get(LoadClock.prototype, 'start');
  vi.spyOn(LoadClock.prototype, 'start').mockImplementation(async function (this: LoadClock) {
    const started = Reflect.apply(start, this, []);
    engine.receive({ kind: 'stop' });
    return started;
  });
  expect(await engine.run()).toMatchObject({ started: 0 });
  expect(events.map(({ kind }) => kind)).not.toContain('ready');
});

it('fails when it cannot be prepared', async () => {
  vi.spyOn(LoadClock.prototype, 'start').mockRejectedValue(new Error('no thread'));
  await expect(new LoadEngine(ORDER, () => undefined).run()).rejects.toThrow('no thread');
});

/** Starts the load at a moment and counts what arrives; rate 100, so one is planned every 10 ms. */
async function loadFrom(offsetMs: number): Promise<{ arrived: number; lagMax: number; responseMs: number }> {
  const { url, seen } = await loopback();
  const { definitions, chains } = await loadPlan({ 'a.http': `GET ${url}/a\n` });
  const engine: LoadEngine = new LoadEngine(
    {
      ...ORDER,
      stress: readStressOptions({ duration: 500, rate: 100 }),
      ...{ definitions, chains, weights: [1], thinkTimes: [undefined], iterationRate: 100, slots: 100 },
    },
    ({ kind }) => kind === 'ready' && engine.receive({ kind: 'go', at: elapsed() + offsetMs }),
  );
  onTestFinished(() => engine.receive({ kind: 'stop' }));
  const { lag, lastResponseMs, started } = await engine.run();
  expect(started).toBe(50);
  return { arrived: seen.length, lagMax: lag.max, responseMs: lastResponseMs };
}

it('starts at a given moment', async () => {
  const { arrived, responseMs } = await loadFrom(200);
  expect(arrived).toBe(50);
  // Counted from the moment, not from the message.
  expect(responseMs).toBeGreaterThanOrEqual(490);
});

it('begins where the schedule is when it starts late', async () => {
  const { arrived, lagMax } = await loadFrom(-300);
  expect(arrived).toBe(50);
  expect(lagMax).toBeGreaterThanOrEqual(300);
});
