import { afterEach, expect, it, vi } from 'vitest';
import { LoadClock } from './load-clock.js';

afterEach(() => {
  vi.useRealTimers();
});

it('wakes without the timers of Node, and not any more when it was stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let wake = (): void => undefined;
  let wakes = 0;
  const clock = new LoadClock(() => {
    wakes++;
    wake();
  });
  await clock.start();
  await clock.warmUp();
  expect(wakes).toBe(0);
  for (let time = 1; time <= 3; time++) {
    const woken = new Promise<void>((resolve) => (wake = resolve));
    clock.wakeAt(performance.now() + 1);
    await woken;
    expect(wakes).toBe(time);
  }
  clock.wakeAt(performance.now() + 1);
  await clock.stop();
  vi.runAllTimers();
  expect(wakes).toBe(3);
});
