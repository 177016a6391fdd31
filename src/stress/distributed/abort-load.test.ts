import { describe, expect, it } from 'vitest';
import { distributed, LOAD_START_MS, named } from '../../../test/support/runs/distributed-run.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { stressTest } from '../../../test/support/runs/stress-run.js';
import { parseThresholdList, type Threshold } from '../../primitives/threshold.js';

const LONG = 600_000;

function limits(text: string): readonly Threshold[] {
  const parsed = parseThresholdList(text);
  if ('reason' in parsed) throw new Error(parsed.reason);
  return parsed;
}

describe('the limits that abort a load of workers', () => {
  it('are not judged by what has not been reported', async () => {
    const { url } = await loopback();
    const { generator, time, members } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      {
        stress: { duration: 5000, rate: 40, abort: limits('p95<100ms'), abortWindow: 1000 },
        generator,
        time,
      },
    );
    const connect = (isConnected: boolean): void => {
      for (const member of members) member.isConnected = isConnected;
    };
    // Longer than the window, and nothing of any response is reported.
    time.at(LOAD_START_MS + 500, () => connect(false));
    time.at(LOAD_START_MS + 3500, () => connect(true));
    expect(await test.run()).toMatchObject({
      ...{ stopped: false, aborted: null, errorCount: 0, totalRequests: 200, duration: 5 },
    });
  });

  it('hold for the others when a worker is lost', async () => {
    let isFrozen = false;
    const { generator, time, members, crew } = distributed(named(2));
    const { url } = await loopback(async (_request, response) => {
      if (isFrozen) await time.hold(Infinity, response);
      return 200;
    });
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      {
        stress: { duration: LONG, rate: 40, abort: limits('p95<10m'), abortWindow: 1000 },
        generator,
        time,
      },
    );
    time.at(LOAD_START_MS + 490, () => {
      if (members[0]) members[0].isConnected = false;
      isFrozen = true;
    });
    const phases: string[] = [];
    time.at(LOAD_START_MS + 3490, () => {
      // As long as it may still report, nothing is decided.
      phases.push(test.update.phase);
      crew().listener.onLost('id-w0');
    });
    const result = await test.run();
    expect(phases).toEqual(['load']);
    members[0]?.end('coordinator lost');
    expect(result).toMatchObject({ stopped: true, aborted: { metric: 'p95', actual: 0, at: 2, window: 1 } });
    // What is in flight gets a second, however often the stop is repeated.
    expect(result.abortedCount).toBeGreaterThan(0);
    expect(result.errorCount).toBe(0);
  });
});
