import { describe, expect, it } from 'vitest';
import { timeSlice } from './time-slice.js';

describe('timeSlice', () => {
  it('yields to the event loop during long work', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const yieldWhenDue = timeSlice(2);
    for (let step = 0; step < 4000; step += 1) {
      const start = performance.now();
      while (performance.now() - start < 0.01) continue;
      await yieldWhenDue();
    }
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it('waits for nothing while the slice lasts', () => {
    const yieldWhenDue = timeSlice(10_000);
    for (let step = 0; step < 100; step += 1) expect(yieldWhenDue()).toBeUndefined();
  });
});
