/** When requests are sent, and when a load ends: exactly, on a clock that is turned. */
import { describe, expect, it } from 'vitest';
import { TurnedTime } from '../../test/support/runs/load-time.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun, type StressSettings } from '../../test/support/runs/stress-run.js';
import { parseThresholdList, type Threshold } from '../primitives/threshold.js';
import type { StressResult } from './measure/stress-result.js';
import { parseStageList, totalDuration, type StagePlan } from './plan/stages.js';

interface Sent {
  readonly result: StressResult;
  /** Milliseconds after the start of the load. */
  readonly arrivals: readonly number[];
}

/** `respondsAfter` is how long the target takes for a request that arrives at this time. */
async function send(
  stress: StressSettings['stress'],
  respondsAfter: (at: number) => number = () => 0,
  text = '### a\nGET URL/a\n',
): Promise<Sent> {
  const time = new TurnedTime();
  const arrivals: number[] = [];
  const { url } = await loopback(async ({ path }, response) => {
    if (path !== '/a') return 200;
    arrivals.push(time.passed);
    const takes = respondsAfter(time.passed);
    if (takes > 0) await time.hold(takes, response);
    return 200;
  });
  const result = await stressRun({ 'a.http': text.replaceAll('URL', url) }, { time, stress: { ...stress } });
  return { result, arrivals };
}

const every = (milliseconds: number, count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, k) => from + k * milliseconds);

function stagesOf(text: string): { readonly stages: StagePlan; readonly duration: number } {
  const stages = parseStageList(text);
  if ('reason' in stages) throw new Error(stages.reason);
  return { stages, duration: totalDuration(stages.stages) };
}

describe('requests of a load are sent', () => {
  it('at a rate, from the first moment until right before the end', async () => {
    const { arrivals, result } = await send({ duration: 500, rate: 100 });
    expect(arrivals).toEqual(every(10, 50));
    expect(result).toMatchObject({ duration: 0.5, avgRps: 100, latency: { max: 0 } });
    expect(result.validity).toMatchObject({ valid: true, lagP99Ms: 0 });
  });

  it('by several threads in turn', async () => {
    const time = new TurnedTime();
    const arrivals: number[] = [];
    const { url } = await loopback(() => {
      arrivals.push(time.passed);
      return 200;
    });
    const stress = { duration: 300, rate: 100, maxVUs: 30 };
    await stressRun({ 'a.http': `GET ${url}/a\n` }, { time, threads: 3, stress });
    expect(arrivals).toEqual(every(10, 30));
  });

  it('as a rate grows, which half of the full rate is the mean of', async () => {
    const { arrivals } = await send({ duration: 2000, rate: 20, rampUp: 1000 });
    const growing = Array.from({ length: 10 }, (_, k) => 1000 * Math.sqrt(k / 10));
    const expected = [...growing, ...every(50, 20, 1000)];
    expect(arrivals.map((at) => Number(at.toFixed(6)))).toEqual(expected.map((at) => Number(at.toFixed(6))));
  });

  it('along the stages', async () => {
    const stages = '500ms:80/s, 250ms:80/s, 0s:0/s, 500ms:0/s, 0s:40/s, 250ms:40/s';
    const { arrivals, result } = await send(stagesOf(stages));
    const quarters = every(250, 6).map(
      (start) => arrivals.filter((at) => at >= start && at < start + 250).length,
    );
    // One falls exactly on the end of the second stage.
    expect(quarters).toEqual([5, 15, 20, 1, 0, 9]);
    expect(arrivals.slice(20)).toEqual([...every(12.5, 21, 500), ...every(25, 9, 1275)]);
    expect(result.stages?.map(({ totalRequests }) => totalRequests)).toEqual([20, 20, 0, 1, 0, 9]);
    expect(result.duration).toBe(1.5);
  });

  it('by users who wait for their responses, think, and come one after the other', async () => {
    const { arrivals, result } = await send(
      { duration: 1000, vus: 2, rampUp: 200, thinkTime: 150 },
      () => 100,
    );
    const [first, second] = [every(250, 4), every(250, 4, 100)];
    expect(arrivals).toEqual([...first, ...second].sort((a, b) => a - b));
    expect(result).toMatchObject({ latency: { min: 100, max: 100 }, duration: 1 });
  });

  it('when a slot is free, if the target takes too long', async () => {
    const { arrivals, result } = await send({ duration: 100, rate: 100, maxVUs: 1 }, () => 30);
    expect(arrivals).toEqual([0, 30, 60, 90]);
    expect([result.droppedCount, result.latency.max, result.serviceTime.max]).toEqual([6, 90, 30]);
    // The generator itself was never late.
    expect(result.validity.lagP99Ms).toBe(0);
  });
});

function limits(text: string): readonly Threshold[] {
  const parsed = parseThresholdList(text);
  if ('reason' in parsed) throw new Error(parsed.reason);
  return parsed;
}

describe('a load with limits that abort it', () => {
  const stress = { duration: 60_000, rate: 40, abort: limits('p95<500ms'), abortWindow: 1000 };

  it('ends after the first window without a response', async () => {
    const { result } = await send(stress, (at) => (at < 1000 ? 0 : Infinity));
    expect(result.aborted).toEqual({ metric: 'p95', threshold: '<500ms', actual: 0, at: 2, window: 1 });
    // The window is judged when all of it must have been reported, half a second later; what is due then is still sent.
    expect(result).toMatchObject({ stopped: true, duration: 2.5, totalRequests: 40, abortedCount: 61 });
  });

  it('goes on when the target is back within the window', async () => {
    const { result } = await send({ ...stress, duration: 2500 }, (at) =>
      at > 1000 && at < 1300 ? 1300 - at : 0,
    );
    expect(result).toMatchObject({ stopped: false, aborted: null, totalRequests: 100, errorCount: 0 });
    expect(result.latency.max).toBe(275);
  });

  it('ends when too much fails', async () => {
    const { result } = await send(
      { ...stress, rate: 20, abort: limits('errors<20%') },
      () => 0,
      '### a\nGET URL/a\n>>>\nexpect status 201\n<<<\n',
    );
    expect(result.aborted).toMatchObject({ metric: 'errors', actual: 100, at: 1, window: 1 });
    expect(result).toMatchObject({ totalRequests: 31, duration: 1.5 });
  });
});

describe('a request', () => {
  it('expires at its limit, whatever came before it', async () => {
    const text = '### a\n# @timeout 100\nGET URL/a\n';
    const { result } = await send({ duration: 200, rate: 20 }, (at) => (at === 50 ? Infinity : 30), text);
    expect(result).toMatchObject({ totalRequests: 4, errorKinds: { timeout: 1 } });
    expect([result.latency.min, result.latency.max]).toEqual([30, 100]);
  });
});
