import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { STRESS_SCHEMA } from '../../src/reports/stress/stress-schema.js';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { startSvc } from '../support/program/live-svc.js';
import { runSvc } from '../support/program/run-svc.js';
import { startTarget } from './target.js';

const accepts = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(
  STRESS_SCHEMA,
);

async function find(
  url: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly result: StressResult; readonly stderr: string }> {
  const text = dedent`
    ### s
    # @stress.setup
    GET ${url}/s
    ### a
    GET ${url}/a
    ### t
    # @stress.teardown
    GET ${url}/t
  `;
  const cwd = await temporaryWorkspace({ 'a.http': text });
  const command = ['stress', 'a.http', '-d', '1s', '--find', 'p95<200ms', '--seed', '7', '--no-history'];
  // A generator that is kept from its work makes a search long.
  const limits = ['--find-budget', '20s', '-o', 'json'];
  const { code, stdout, stderr } = await runSvc([...command, ...limits, ...args], { cwd, timeout: 120_000 });
  return { code, stderr, result: JSON.parse(stdout) as StressResult };
}

/** Whether the result itself says that the generator was kept from its work by the machine. */
function isLate({ find: found }: StressResult): boolean {
  return found?.steps.some(({ verdict }) => verdict === 'generator') ?? false;
}

describe('svc stress --find', () => {
  it('confirms the highest rate allowed, between one setup and one teardown', ON_TIME, async () => {
    await checkOnTime(async (noteLate) => {
      const { url, seen } = await startTarget();
      const { code, result } = await find(url, ['--find-to', '100', '-r', '100']);
      expect(accepts(result), JSON.stringify(accepts.errors)).toBe(true);
      expect([seen[0], seen.at(-1)]).toEqual(['GET /s', 'GET /t']);
      expect(seen.filter((line) => line !== 'GET /a')).toHaveLength(2);
      const check = (): void => {
        expect(code).toBe(0);
        expect(result.find).toMatchObject({
          limits: { p95: '<200ms' },
          rate: 100,
          limitedBy: 'range',
          failedAt: null,
          precision: 5,
        });
        expect(
          result.find?.steps.map(({ rate, verdict, totalRequests }) => [rate, verdict, totalRequests]),
        ).toEqual([
          [100, 'held', 100],
          [100, 'held', 200],
        ]);
        // The seed of the second step, whose result this is.
        expect(result).toMatchObject({ seed: 8, totalRequests: 200, stopped: false, error: '' });
      };
      if (isLate(result)) noteLate();
      return check;
    });
  });

  it('ends steps that can no longer hold, and says that no rate holds', ON_TIME, async () => {
    await checkOnTime(async (noteLate) => {
      const { url, seen } = await startTarget((path, response) => {
        setTimeout(() => response.end(), path === '/a' ? 300 : 0);
      });
      const cwd = await temporaryWorkspace({ 'a.http': `GET ${url}/a\n` });
      const args = ['stress', 'a.http', '-r', '1', '-d', '1s', '--find', 'max<200ms', '--no-history'];
      const { code, stdout } = await runSvc(args, { cwd });
      const check = (): void => {
        expect(stdout).toMatch(
          /^Find: a\.http {2}max < 200ms\n {5}1\/s {2}broken {5}max 3\d\dms {2}\(twice\)\nHighest rate {2}no rate holds: at 1\/s max was 3\d\dms \(2 steps, \d+s\)\n$/,
        );
        expect(code).toBe(1);
        // Each step of six seconds ended after its first response.
        expect(seen.length).toBeLessThan(8);
      };
      if (stdout.includes('generator')) noteLate();
      return check;
    });
  });

  it('sees that slots were missing, and what --find-min and --require-valid ask for', ON_TIME, async () => {
    await checkOnTime(async (noteLate) => {
      const { url } = await startTarget((path, response) => {
        setTimeout(() => response.end(), path === '/a' ? 40 : 0);
      });
      // Five slots take at most 125 requests of 40 ms in a second.
      const args = ['--max-vus', '5', '-r', '100', '--find-to', '150', '--find-precision', '50%'];
      const limits = ['--find', 'p50<5s', '--require-valid'];
      const { code, result } = await find(url, [...args, ...limits]);
      const check = (): void => {
        expect(result.find).toMatchObject({ limitedBy: 'slots' });
        expect(result.find).toMatchObject({ rate: 100, failedAt: 150 });
        expect(code).toBe(1);
      };
      if (isLate(result)) noteLate();
      return check;
    });
  });

  it('keeps the best rate so far after Ctrl-C, and stores one test only', ON_TIME, async () => {
    await checkOnTime(async (noteLate) => {
      const { url, seen } = await startTarget();
      const cwd = await temporaryWorkspace({
        'a.http': `### t\n# @stress.teardown\nGET ${url}/t\n### a\nGET ${url}/a\n`,
      });
      const args = ['stress', 'a.http', '-r', '100', '-d', '1s', '--find', 'p95<2s', '--history-db', 'h.db'];
      const live = startSvc([...args, '-o', 'json'], { cwd, timeout: 60_000 });
      await live.until(() => seen.length > 150);
      live.send('SIGINT');
      const { code, stdout } = await live.ended;
      const result = JSON.parse(stdout) as StressResult;
      expect(code).toBe(130);
      expect(seen.at(-1)).toBe('GET /t');
      const list = await runSvc(['diff', 'stress:last', 'stress:previous', '--history-db', 'h.db'], { cwd });
      expect(list.stderr).toContain('no load test previous in the history');
      const check = (): void => {
        expect(result).toMatchObject({ stopped: true, totalRequests: 100 });
        expect(result.find).toMatchObject({ rate: 100, limitedBy: 'budget' });
      };
      if (isLate(result)) noteLate();
      return check;
    });
  });
});
