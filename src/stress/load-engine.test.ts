import { expect, it, onTestFinished } from 'vitest';
import { TurnedTime } from '../../test/support/runs/load-time.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { loadOrder, loadPlan } from '../../test/support/runs/stress-run.js';
import { LoadEngine } from './load-engine.js';
import type { LoadTiming } from './load-timing.js';
import type { ThreadTotals } from './measure/load-recorder.js';
import { readStressOptions } from './plan/stress-options.js';
import { SYSTEM_TIMING } from './system-timing.js';
import type { LoadEvent } from './worker-messages.js';

const ORDER = loadOrder({ fileAccess: { root: import.meta.dirname, shownFrom: import.meta.dirname } });

/** An alarm that does something else when it starts. */
function timingWith(start: () => Promise<void>): LoadTiming {
  const { timing } = new TurnedTime();
  return { ...timing, createAlarm: (onWake) => Object.assign(timing.createAlarm(onWake), { start }) };
}

it('ends well when it is stopped while its clock starts', async () => {
  const events: LoadEvent[] = [];
  const timing = timingWith(() => {
    engine.receive({ kind: 'stop' });
    return Promise.resolve();
  });
  const engine: LoadEngine = new LoadEngine(ORDER, (event) => events.push(event), timing);
  expect(await engine.run()).toMatchObject({ started: 0 });
  expect(events.map(({ kind }) => kind)).not.toContain('ready');
});

it('fails when it cannot be prepared', async () => {
  const timing = timingWith(() => Promise.reject(new Error('no thread')));
  await expect(new LoadEngine(ORDER, () => undefined, timing).run()).rejects.toThrow('no thread');
});

/** Half a second at rate 100, so one is planned every 10 ms; `go` starts it. */
async function runLoad(
  timing: LoadTiming,
  url: string,
  go: (engine: LoadEngine) => void,
): Promise<ThreadTotals> {
  const { definitions, chains } = await loadPlan({ 'a.http': `GET ${url}/a\n` });
  const task = {
    ...ORDER,
    stress: readStressOptions({ duration: 500, rate: 100 }),
    ...{ definitions, chains, weights: [1], thinkTimes: [undefined], iterationRate: 100, slots: 100 },
  };
  const engine: LoadEngine = new LoadEngine(task, ({ kind }) => kind === 'ready' && go(engine), timing);
  onTestFinished(() => engine.receive({ kind: 'stop' }));
  return engine.run();
}

/** Starts the load at a moment; the times at which requests arrive. */
async function loadFrom(offsetMs: number): Promise<ThreadTotals & { readonly arrivals: readonly number[] }> {
  const time = new TurnedTime();
  const arrivals: number[] = [];
  const { url } = await loopback(() => {
    arrivals.push(time.passed);
    return 200;
  });
  const totals = await runLoad(time.timing, url, (engine) => {
    engine.receive({ kind: 'go', at: time.clock.now() + offsetMs });
    time.addEngine(engine);
  });
  return { ...totals, arrivals };
}

it('starts at a given moment', async () => {
  const { arrivals, started, lag, lastResponseMs } = await loadFrom(200);
  expect(arrivals).toEqual(Array.from({ length: 50 }, (_, k) => 200 + 10 * k));
  expect([started, lag.max]).toEqual([50, 0]);
  // Counted from the moment, not from the message.
  expect(lastResponseMs).toBe(490);
});

it('begins where the schedule is when it starts late', async () => {
  const { arrivals, started, lag } = await loadFrom(-300);
  expect(arrivals).toEqual(Array.from({ length: 50 }, (_, k) => Math.max(0, 10 * k - 300)));
  expect([started, lag.max]).toEqual([50, 300]);
});

it('sends all on the clock of the system, after it is warm', async () => {
  const { url, seen } = await loopback();
  const { started, dropped, lag } = await runLoad(SYSTEM_TIMING, url, (engine) =>
    engine.receive({ kind: 'go' }),
  );
  expect([started + dropped.count, seen.length]).toEqual([50, started]);
  expect(lag.count).toBe(started);
});
