/** Searches and limits that abort at full size, on two real workers over a real Redis. */
import { describe, expect, it } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { startLimitedTarget, startTarget } from '../stress/target.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { checkOnTime } from '../support/on-time.js';
import { startSvc } from '../support/program/live-svc.js';
import { startWorkers } from '../support/queue/distributed-run.js';
import { KEY } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const TIMEOUT_MS = 700_000;

async function onWorkers(
  text: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly result: StressResult }> {
  const cwd = await temporaryWorkspace({ 'a.http': text });
  const command = ['stress', 'a.http', '--queue', redis.url, '--workers', '2', '--no-history', '-o', 'json'];
  const env = { SVC_WORKER_KEY: KEY };
  const { code, stdout } = await startSvc([...command, ...args], { cwd, env, timeout: TIMEOUT_MS }).ended;
  return { code, result: JSON.parse(stdout) as StressResult };
}

const search = (url: string, args: readonly string[]): ReturnType<typeof onWorkers> =>
  onWorkers(`GET ${url}/\n`, ['--find', 'p95<200ms', ...args]);

describe('the search of a rate by two workers', () => {
  it.each([1, 2])('finds the limit of a target, time %i', async () => {
    await startWorkers(redis.url, ['w-1', 'w-2']);
    await checkOnTime(async () => {
      const { code, result } = await search(await startLimitedTarget(730), ['--max-vus', '400']);
      console.log(`found ${result.find?.rate}/s in ${result.find?.seconds} s, ${result.find?.limitedBy}`);
      return () => {
        expect(code).toBe(0);
        expect(result.find?.limitedBy).toBe('target');
        expect(result.find?.rate).toBeGreaterThanOrEqual(693);
        expect(result.find?.rate).toBeLessThanOrEqual(767);
        expect(result.find?.seconds).toBeLessThan(120);
      };
    });
  });

  it('names the generator, slots, the range, and a target that is broken from the start', async () => {
    await startWorkers(redis.url, ['w-1', 'w-2']);
    await checkOnTime(async () => {
      const fast = await startTarget();
      const { url } = await startTarget((_path, response) => {
        setTimeout(() => response.end(), 20);
      });
      const rough = ['-d', '2s', '--find-precision', '50%'];
      const generator = await search(fast.url, [
        ...['-r', '20000', '--max-vus', '10000', '--find', 'errors<1%', ...rough],
      ]);
      const slots = await search(url, ['--max-vus', '2', '--find', 'p50<5s', '--find-precision', '20%']);
      const range = await search(url, ['--find-to', '300']);
      const broken = await search(url, ['--find', 'p95<5ms', '-d', '1s']);
      return () => {
        expect(generator.result.find?.limitedBy).toBe('generator');
        expect(slots.result.find?.limitedBy).toBe('slots');
        expect(range.result.find).toMatchObject({ limitedBy: 'range', rate: 300 });
        expect(broken).toMatchObject({ code: 1, result: { find: { rate: 0, limitedBy: 'target' } } });
      };
    });
  });
});

it('a test of two workers ends within window and three seconds after its target froze', async () => {
  await startWorkers(redis.url, ['w-1', 'w-2']);
  await checkOnTime(async () => {
    let firstAt = 0;
    const { url, seen } = await startTarget((path, response) => {
      firstAt ||= performance.now();
      if (path === '/t' || performance.now() - firstAt < 10_000) response.end();
    });
    const text = dedent`
      ### a
      GET ${url}/a
      ### t
      # @stress.teardown
      GET ${url}/t
    `;
    const { code, result } = await onWorkers(text, ['-r', '50', '-d', '2m', '--abort', 'p95<500ms']);
    console.log(`froze after 10 s, ended after ${result.duration} s`);
    expect(code).toBe(1);
    expect(seen.at(-1)).toBe('GET /t');
    expect(result).toMatchObject({ stopped: true, aborted: { metric: 'p95', window: 10 } });
    return () => expect(result.duration).toBeLessThan(10 + 10 + 3);
  });
});
