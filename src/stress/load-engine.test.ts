import { afterEach, expect, it, vi } from 'vitest';
import { loadOrder } from '../../test/support/runs/stress-run.js';
import { LoadClock } from './load-clock.js';
import { LoadEngine } from './load-engine.js';
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
    engine.receive('stop');
    return started;
  });
  expect(await engine.run()).toMatchObject({ started: 0 });
  expect(events.map(({ kind }) => kind)).not.toContain('ready');
});

it('fails when it cannot be prepared', async () => {
  vi.spyOn(LoadClock.prototype, 'start').mockRejectedValue(new Error('no thread'));
  await expect(new LoadEngine(ORDER, () => undefined).run()).rejects.toThrow('no thread');
});
