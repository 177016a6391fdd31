/** What a worker costs that waits for orders. */
import { expect, it } from 'vitest';
import { measureCpu, median, memoryMegabytes, seconds } from '../support/queue/process-cost.js';
import { startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();

it.runIf(process.platform === 'linux')('takes at most 0.5 % of a core and 90 MB', async () => {
  const worker = await startWorker(redis.url);
  const percent = await idlePercent(worker.pid);
  const megabytes = await memoryMegabytes(worker.pid);
  console.log(`an idle worker: ${percent.toFixed(2)} % of a core, ${megabytes.toFixed(0)} MB`);
  expect(percent).toBeLessThanOrEqual(0.5);
  expect(megabytes).toBeLessThan(90);
});

/** Of one core, after the start is over; what the start left in memory is collected once, some seconds later. */
async function idlePercent(pid: number | undefined): Promise<number> {
  await seconds(10);
  const percents: number[] = [];
  for (let part = 0; part < 3; part += 1) {
    const measured = await measureCpu(pid);
    await seconds(10);
    percents.push((await measured()).cpuPercent);
  }
  return median(percents);
}
