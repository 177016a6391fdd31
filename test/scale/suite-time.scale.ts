/** How long a suite takes on workers, beside svc run on this machine. */
import { expect, it } from 'vitest';
import { checkOnTime } from '../support/on-time.js';
import { median } from '../support/queue/process-cost.js';
import { startSuite, startSuiteWorker, suiteTarget } from '../support/queue/suite-run.js';
import type { TestQueue } from '../support/queue/worker-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const UNITS = 32;
const UNIT_MS = 1000;
const PAIRS = 5;

async function timeOf(work: Promise<{ readonly code: number | null }>): Promise<number> {
  const start = performance.now();
  expect((await work).code).toBe(0);
  return performance.now() - start;
}

function suiteText(url: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `### unit${index}\nGET ${url}/unit${index}\n`).join(
    '\n',
  );
}

it('32 units of 1 s take 8 s on four workers, and no longer on one than svc run', async () => {
  const target = await suiteTarget({ delayMs: ({ path }) => (path.startsWith('/unit') ? UNIT_MS : 0) });
  const cwd = await temporaryWorkspace({
    'units.http': suiteText(target.url, UNITS),
    'none.http': `### none\nGET ${target.url}/none\n`,
  });
  const four: TestQueue = { url: redis.url, name: 'four' };
  const one: TestQueue = { url: redis.url, name: 'one' };
  for (const name of ['w-1', 'w-2', 'w-3', 'w-4']) await startSuiteWorker(four, name);
  await startSuiteWorker(one, 'w-5');
  const onFour = (file: string): Promise<number> =>
    timeOf(startSuite(four, cwd, ['--workers', '4', '--concurrency', '1', file]).ended);
  await checkOnTime(async () => {
    const starts: number[] = [];
    const parallel: number[] = [];
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      starts.push(await onFour('none.http'));
      parallel.push(await onFour('units.http'));
      // Both wait for the target nearly all the time, so that they run beside each other.
      const [local, single] = await Promise.all([
        timeOf(runSvc(['run', '--no-history', 'units.http'], { cwd })),
        timeOf(startSuite(one, cwd, ['--workers', '1', '--concurrency', '1', 'units.http']).ended),
      ]);
      ratios.push(single / local);
    }
    const ideal = (UNITS / 4) * UNIT_MS;
    const beyondStart = median(parallel) - median(starts);
    console.log(
      `four workers ${Math.round(beyondStart)} ms beyond ${Math.round(median(starts))} ms; one worker ${median(ratios).toFixed(3)} of svc run`,
    );
    return () => {
      expect(beyondStart / ideal).toBeLessThanOrEqual(1.25);
      expect(median(ratios)).toBeLessThanOrEqual(1.1);
    };
  });
});
