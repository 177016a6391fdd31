import { describe, expect, it } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { runSvc } from '../support/program/run-svc.js';
import { stressJson } from './svc-stress.js';
import { startTarget } from './target.js';

/** Requests that arrived in each quarter of a second after the first one. */
function quarters(arrivals: readonly number[], count: number): number[] {
  const [first = 0] = arrivals;
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * 250;
    return arrivals.filter((time) => time >= start && time < start + 250).length;
  });
}

describe('svc stress --stages', () => {
  it('follows the line and counts each stage', ON_TIME, async () => {
    await checkOnTime(async (noteLate) => {
      const { url, arrivals } = await startTarget();
      const args = ['--stages', '500ms:80/s, 250ms:80/s, 0s:0/s, 500ms:0/s, 0s:40/s, 250ms:40/s'];
      const { result } = await stressJson(`GET ${url}/\n`, args);
      // Latency counts from the planned time; this is the time between two requests.
      if (result.latency.max > 1000 / 80) noteLate();
      expect(result.totalRequests).toBe(50);
      expect(arrivals).toHaveLength(50);
      expect(result.mode).toBe('rate');
      return () => {
        const expected = [5, 15, 20, 0, 0, 10];
        for (const [index, count] of quarters(arrivals, 6).entries()) {
          expect(Math.abs(count - (expected[index] ?? 0))).toBeLessThanOrEqual(1);
        }
        expect(result.stages?.map(({ start, end, rate }) => [start, end, rate])).toEqual([
          [0, 0.5, 80],
          [0.5, 0.75, 80],
          [0.75, 0.75, 0],
          [0.75, 1.25, 0],
          [1.25, 1.25, 40],
          [1.25, 1.5, 40],
        ]);
        expect(result.stages?.reduce((sum, { totalRequests }) => sum + totalRequests, 0)).toBe(50);
        const [ramp, , , , , last] = result.stages ?? [];
        expect(Math.abs((ramp?.totalRequests ?? 0) - 20)).toBeLessThanOrEqual(1);
        expect(Math.abs((last?.totalRequests ?? 0) - 10)).toBeLessThanOrEqual(1);
      };
    });
  });

  it('lets users leave and come back without their cookies', ON_TIME, () =>
    checkOnTime(async () => {
      const cookies: string[] = [];
      const { url } = await startTarget((_path, response) => {
        cookies.push(response.req.headers.cookie ?? '');
        response.setHeader('Set-Cookie', `n=${cookies.length}`).end();
      });
      const stages = '0s:1vus, 300ms:1vus, 0s:0vus, 200ms:0vus, 0s:1vus, 300ms:1vus';
      const { result } = await stressJson(`GET ${url}/\n`, ['--stages', stages, '--think-time', '50ms']);
      return () => {
        expect(result).toMatchObject({ mode: 'vus', droppedCount: 0, totalRequests: cookies.length });
        // A stage that is over before a user had a processor sends nothing.
        expect(cookies.filter((cookie) => cookie === '')).toHaveLength(2);
        expect(cookies[0]).toBe('');
        expect(result.stages?.map(({ vus }) => vus)).toEqual([1, 1, 0, 0, 1, 1]);
      };
    }),
  );
});

describe('svc stress --abort', () => {
  const text = (url: string): string => dedent`
    ### a
    GET ${url}/a
    ### t
    # @stress.teardown
    GET ${url}/t
  `;
  const limits = ['--abort', 'p95<500ms', '--abort-window', '1s', '--no-history'];

  it('stops a test whose target freezes, and tears down', ON_TIME, async () => {
    await checkOnTime(async () => {
      let firstAt = 0;
      const { url, seen } = await startTarget((path, response) => {
        firstAt ||= performance.now();
        if (path === '/t' || performance.now() - firstAt < 1000) response.end();
      });
      const cwd = await temporaryWorkspace({ 'a.http': text(url) });
      const command = ['stress', 'a.http', '-r', '40', '-d', '1m', ...limits];
      const { code, stdout, stderr } = await runSvc([...command, '-o', 'json'], { cwd });
      const result = JSON.parse(stdout) as StressResult;
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(result).toMatchObject({ stopped: true, error: '', thresholds: [] });
      expect(seen.at(-1)).toBe('GET /t');
      expect(result.aborted).toMatchObject({ metric: 'p95', threshold: '<500ms', window: 1 });
      return () => {
        expect(result.aborted?.at).toBeLessThanOrEqual(3);
        expect(result.duration).toBeLessThan(1 + 1 + 3);
      };
    });
  });

  it('goes on when the target is back within the window', ON_TIME, async () => {
    await checkOnTime(async () => {
      let firstAt = 0;
      const { url } = await startTarget((_path, response) => {
        const now = performance.now();
        firstAt ||= now;
        const isAway = now - firstAt > 1000 && now - firstAt < 1300;
        setTimeout(() => response.end(), isAway ? firstAt + 1300 - now : 0);
      });
      const args = ['-r', '40', '-d', '2500ms', '--abort', 'p95<500ms', '--abort-window', '1s'];
      const { code, result } = await stressJson(`GET ${url}/\n`, args);
      return () => {
        expect(result).toMatchObject({ stopped: false, aborted: null, totalRequests: 100 });
        expect(code).toBe(0);
      };
    });
  });

  it('says why on the console', async () => {
    const { url } = await startTarget((path, response) => {
      setTimeout(() => response.writeHead(path === '/t' ? 200 : 503).end(), 20);
    });
    const cwd = await temporaryWorkspace({ 'a.http': text(url) });
    const args = [
      'stress',
      'a.http',
      '-r',
      '20',
      '-d',
      '1m',
      '--abort',
      'errors<20%',
      '--abort-window',
      '1s',
    ];
    const { code, stdout } = await runSvc([...args, '--no-history'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/\nAborted {5}errors < 20% was 100\.00% over the last 1s, after 1\.0s\nValidity/);
  });
});
