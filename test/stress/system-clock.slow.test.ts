/** The clock of the system, which everything else about load is tested without: that it is as precise as it says. */
import { describe, expect, it } from 'vitest';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { realTime } from '../support/runs/load-time.js';
import { loopback } from '../support/runs/run-requests.js';
import { stressRun } from '../support/runs/stress-run.js';
import { builtFolder } from '../support/program/built-folder.js';
import { elapsed } from '../../src/primitives/clock.js';
import { setProgramFolder } from '../../src/primitives/threads/program-file.js';
import { LoadClock } from '../../src/stress/load-clock.js';
import { MAX_LAG_MS } from '../../src/stress/measure/validity.js';
import { startLoadThread } from '../../src/stress/load-threads.js';

// Threads load built programs only.
setProgramFolder(builtFolder());

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe('load on the clock of the system', () => {
  it('is woken on time, far within a millisecond', ON_TIME, () =>
    checkOnTime(async () => {
      let wake = (): void => undefined;
      const clock = new LoadClock(() => wake());
      await clock.start();
      await clock.warmUp();
      const errors: number[] = [];
      for (let count = 0; count < 300; count++) {
        const due = elapsed() + 1 + (count % 5);
        await new Promise<void>((resolve) => {
          wake = resolve;
          clock.wakeAt(due);
        });
        errors.push(Math.abs(elapsed() - due));
      }
      await clock.stop();
      return () => expect(median(errors)).toBeLessThan(0.5);
    }),
  );

  it('is sent by a thread at its rate and along its schedule', ON_TIME, () =>
    checkOnTime(async (noteLate) => {
      const arrivals: number[] = [];
      const { url } = await loopback(() => {
        arrivals.push(elapsed());
        return 200;
      });
      // A rate that grows for a second and stays for another one.
      const stress = { duration: 2000, rate: 200, rampUp: 1000, maxVUs: 100 };
      const startThread = () => startLoadThread;
      const result = await stressRun({ 'a.http': `GET ${url}/a\n` }, { time: realTime, startThread, stress });
      expect(result.error).toBe('');
      expect(result.duration).toBeGreaterThanOrEqual(2);
      if (result.validity.lagP99Ms >= MAX_LAG_MS) noteLate();
      return () => {
        // A target that stands still in this process has more in flight than there are slots.
        expect([result.totalRequests, arrivals.length]).toEqual([300, 300]);
        const planned = arrivals.map((_, k) => (k < 100 ? 100 * Math.sqrt(k) : 1000 + 5 * (k - 100)));
        const start = median(arrivals.map((at, k) => at - (planned[k] ?? 0)));
        const errors = arrivals.map((at, k) => Math.abs(at - start - (planned[k] ?? 0)));
        expect(median(errors)).toBeLessThan(2);
        const drift = median(arrivals.slice(-50).map((at, k) => at - start - (planned[250 + k] ?? 0)));
        expect(Math.abs(drift)).toBeLessThan(5);
        expect(result.validity.lagP99Ms).toBeLessThan(MAX_LAG_MS);
        expect(result.duration).toBeLessThan(2.5);
      };
    }),
  );
});
