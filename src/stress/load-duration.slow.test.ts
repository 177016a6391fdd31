import { expect, it } from 'vitest';
import { realTime } from '../../test/support/runs/load-time.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun } from '../../test/support/runs/stress-run.js';

it('no load test of many says that it was shorter than planned', { timeout: 300_000 }, async () => {
  const { url } = await loopback();
  const durations: number[] = [];
  for (let count = 0; count < 200; count++) {
    const result = await stressRun(
      { 'a.http': `GET ${url}/a\n` },
      { time: realTime, stress: { duration: 50, rate: 20 } },
    );
    durations.push(result.duration);
  }
  expect(durations.filter((duration) => duration < 0.05)).toEqual([]);
});
