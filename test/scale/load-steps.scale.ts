import { describe, expect, it } from 'vitest';
import type { LoadTestDiff } from '../../src/diff/compare-load-tests.js';
import { planStagedArrivals } from '../../src/stress/plan/staged-arrivals.js';
import { parseStageList, totalDuration, type Stage } from '../../src/stress/plan/stages.js';
import { userLine } from '../../src/stress/plan/user-presence.js';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { stressJson } from '../stress/svc-stress.js';
import { startLimitedTarget, startTarget } from '../stress/target.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { checkOnTime } from '../support/on-time.js';
import { runSvc } from '../support/program/run-svc.js';

function stagesOf(text: string): readonly Stage[] {
  const plan = parseStageList(text);
  if ('reason' in plan) throw new Error(plan.reason);
  return plan.stages;
}

/** Requests that arrived in each second after the first one. */
function perSecond(arrivals: readonly number[], seconds: number): readonly number[] {
  const [first = 0] = arrivals;
  return Array.from({ length: seconds }, (_, index) => {
    const start = first + index * 1000;
    return arrivals.filter((time) => time >= start && time < start + 1000).length;
  });
}

describe('stages', () => {
  it('send in each second what a ramp-up sends', async () => {
    await checkOnTime(async () => {
      const count = async (args: readonly string[]): Promise<readonly number[]> => {
        const { url, arrivals } = await startTarget();
        const { result } = await stressJson(`GET ${url}/\n`, args);
        expect(result.totalRequests).toBe(6750);
        return perSecond(arrivals, 150);
      };
      const counts = await Promise.all([
        count(['--stages', '30s:50/s, 2m:50/s']),
        count(['--rate', '50', '--ramp-up', '30s', '--duration', '2m30s']),
      ]);
      return () => {
        const [staged, single] = counts;
        for (const [second, sent] of staged.entries()) {
          expect(Math.abs(sent - (single[second] ?? 0)), `second ${second}`).toBeLessThanOrEqual(1);
        }
      };
    });
  });

  it.each([
    '7s:33/s, 3s:5/s, 0s:80/s, 4s:80/s',
    '0s:1/s, 10s:1/s, 5s:120/s',
    '5s:0/s, 5s:60/s, 5s:0/s',
    '2500ms:40/s, 1500ms:7.5/s, 6s:90/s, 0s:0/s, 3s:0/s',
    '0s:50/s, 1s:50/s, 1s:10/s, 1s:50/s, 1s:10/s, 1s:50/s, 5s:3/s',
  ])('follow the integral of %s', async (text) => {
    const stages = stagesOf(text);
    const { plannedBefore } = planStagedArrivals(stages);
    const seconds = Math.ceil(totalDuration(stages) / 1000);
    await checkOnTime(async () => {
      const { url, arrivals } = await startTarget();
      const { result } = await stressJson(`GET ${url}/\n`, ['--stages', text]);
      expect(result.totalRequests).toBe(plannedBefore(totalDuration(stages)));
      return () => {
        for (const [second, count] of perSecond(arrivals, seconds).entries()) {
          const planned = plannedBefore((second + 1) * 1000) - plannedBefore(second * 1000);
          expect(Math.abs(count - planned), `second ${second}`).toBeLessThanOrEqual(1);
        }
      };
    });
  });

  it('have as many users as the line', async () => {
    const text = '5s:10vus, 5s:10vus, 5s:2vus, 3s:8vus, 2s:8vus';
    const stages = stagesOf(text);
    await checkOnTime(async () => {
      const { url } = await startTarget();
      const { result } = await stressJson(`GET ${url}/\n`, ['--stages', text, '--think-time', '50ms']);
      return () => {
        for (const { t, activeVUs } of result.timeSeries.slice(0, -1)) {
          expect(Math.abs(activeVUs - userLine(t * 1000, stages)), `second ${t}`).toBeLessThanOrEqual(1.5);
        }
      };
    });
  });
});

describe('abort', () => {
  const file = (url: string): string => dedent`
    ### a
    GET ${url}/a
    ### t
    # @stress.teardown
    GET ${url}/t
  `;

  it('ends a test within window and three seconds after its target froze', async () => {
    await checkOnTime(async () => {
      let firstAt = 0;
      const { url, seen } = await startTarget((path, response) => {
        firstAt ||= performance.now();
        if (path === '/t' || performance.now() - firstAt < 10_000) response.end();
      });
      const args = ['-r', '50', '-d', '2m', '--abort', 'p95<500ms'];
      const { code, result } = await stressJson(file(url), args);
      expect(code).toBe(1);
      expect(seen.at(-1)).toBe('GET /t');
      expect(result).toMatchObject({ stopped: true, aborted: { metric: 'p95', window: 10 } });
      return () => expect(result.duration).toBeLessThan(10 + 10 + 3);
    });
  });

  it('lets a test go on whose target is back within the window', async () => {
    await checkOnTime(async () => {
      let firstAt = 0;
      const { url } = await startTarget((_path, response) => {
        const now = performance.now();
        firstAt ||= now;
        const isAway = now - firstAt > 10_000 && now - firstAt < 10_400;
        setTimeout(() => response.end(), isAway ? firstAt + 10_400 - now : 0);
      });
      const { code, result } = await stressJson(file(url), ['-r', '50', '-d', '25s', '--abort', 'p95<500ms']);
      return () => {
        expect(result).toMatchObject({ stopped: false, aborted: null, totalRequests: 1250 });
        expect(code).toBe(0);
      };
    });
  });
});

async function search(
  url: string,
  args: readonly string[],
): Promise<{ code: number | null; result: StressResult }> {
  const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}/\n` });
  const command = ['stress', 'a.http', '--find', 'p95<200ms', '--no-history', '-o', 'json', ...args];
  const { code, stdout } = await runSvc(command, { cwd, timeout: 700_000 });
  return { code, result: JSON.parse(stdout) as StressResult };
}

describe('the search of a rate', () => {
  it.each([1, 2])('finds the limit of a target, time %i', async () => {
    await checkOnTime(async () => {
      const { code, result } = await search(await startLimitedTarget(730), ['--max-vus', '400']);
      return () => {
        expect(code).toBe(0);
        expect(result.find?.limitedBy).toBe('target');
        expect(result.find?.rate).toBeGreaterThanOrEqual(693);
        expect(result.find?.rate).toBeLessThanOrEqual(767);
        expect(result.find?.seconds).toBeLessThan(120);
      };
    });
  });

  it('names the generator when the target is faster', async () => {
    const { url } = await startTarget();
    const args = [
      '-r',
      '20000',
      '-d',
      '2s',
      '--max-vus',
      '10000',
      '--find',
      'errors<1%',
      '--find-precision',
      '50%',
    ];
    const { result } = await search(url, args);
    expect(result.find?.limitedBy).toBe('generator');
  });

  it('names slots, the range, and a target that is broken from the start', async () => {
    await checkOnTime(async () => {
      const { url } = await startTarget((_path, response) => {
        setTimeout(() => response.end(), 20);
      });
      const slots = await search(url, ['--max-vus', '2', '--find', 'p50<5s', '--find-precision', '20%']);
      const range = await search(url, ['--find-to', '300']);
      const broken = await search(url, ['--find', 'p95<5ms', '-d', '1s']);
      return () => {
        expect(slots.result.find?.limitedBy).toBe('slots');
        expect(range.result.find).toMatchObject({ limitedBy: 'range', rate: 300 });
        expect(broken).toMatchObject({ code: 1, result: { find: { rate: 0, limitedBy: 'target' } } });
      };
    });
  });
});

describe('pairs of load tests', () => {
  const PAIRS = 20;
  const AT_ONCE = 4;

  /** p95 of each test is decided by the target: a spread of pauses, made longer by a factor. */
  async function compare(factors: readonly [number, number]): Promise<LoadTestDiff> {
    let factor = 1;
    let number = 0;
    const { url } = await startTarget((_path, response) => {
      number += 1;
      setTimeout(() => response.end(), factor * (20 + ((number * 37) % 40)));
    });
    const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}/\n` });
    for (const [index, each] of factors.entries()) {
      factor = each;
      const args = ['stress', 'a.http', '-r', '60', '-d', '13s', '--no-history', '-o', 'json'];
      await runSvc([...args, '--output-file', `${index}.json`], { cwd, timeout: 60_000 });
    }
    const { stdout } = await runSvc(['diff', '-o', 'json', '0.json', '1.json'], { cwd });
    return JSON.parse(stdout) as LoadTestDiff;
  }

  /** Some at a time, since each of them waits for its target nearly always. */
  async function comparePairs(factors: readonly [number, number]): Promise<readonly LoadTestDiff[]> {
    const diffs: LoadTestDiff[] = [];
    while (diffs.length < PAIRS)
      diffs.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => compare(factors)))));
    return diffs;
  }

  it('of the same target differ by chance at most once', async () => {
    const significant = (await comparePairs([1, 1])).filter(({ rows: [whole] }) =>
      Object.values(whole?.metrics ?? {}).some((each) => each.significant && each.category !== 'unchanged'),
    );
    expect(significant.length).toBeLessThanOrEqual(1);
  });

  it('with a target that became 30 % slower are all found', async () => {
    for (const { rows } of await comparePairs([1, 1.3]))
      expect(rows[0]).toMatchObject({ category: 'regressed', metrics: { p95: { significant: true } } });
  });
});
