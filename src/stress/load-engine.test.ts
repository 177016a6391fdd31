import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_RUN_OPTIONS } from '../runner/options.js';
import { LoadClock } from './load-clock.js';
import { LoadEngine } from './load-engine.js';
import { stressOptions } from './options.js';
import type { LoadEvent, LoadOrder } from './worker-messages.js';

const ORDER: LoadOrder = {
  stress: stressOptions({ duration: 1000 }),
  options: DEFAULT_RUN_OPTIONS,
  fileAccess: { root: import.meta.dirname, shownFrom: import.meta.dirname },
  process: {},
  definitions: [],
  chains: [],
  weights: [],
  thinkTimes: [],
  iterationRate: 1,
  leftovers: new Map(),
  thread: 0,
  threads: 1,
  slots: 1,
  rowCounts: new SharedArrayBuffer(4),
  path: 'quick',
};

afterEach(() => {
  vi.restoreAllMocks();
});

it('ends well when it is stopped while its clock starts', async () => {
  const events: LoadEvent[] = [];
  const engine = new LoadEngine(ORDER, (event) => events.push(event));
  const start = Reflect.get(LoadClock.prototype, 'start');
  vi.spyOn(LoadClock.prototype, 'start').mockImplementation(async function (this: LoadClock) {
    const started = Reflect.apply(start, this, []);
    engine.receive('stop');
    return started;
  });
  expect(await engine.run()).toMatchObject({ begun: 0 });
  expect(events.map(({ kind }) => kind)).not.toContain('ready');
});

it('fails when it cannot be prepared', async () => {
  vi.spyOn(LoadClock.prototype, 'start').mockRejectedValue(new Error('no thread'));
  await expect(new LoadEngine(ORDER, () => undefined).run()).rejects.toThrow('no thread');
});
