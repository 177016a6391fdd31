/** What a worker costs that waits for orders. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const TICKS_PER_SECOND = 100;
const SECONDS = 20;

it.runIf(process.platform === 'linux')('takes at most 0.5 % of a core and 90 MB', async () => {
  const worker = await startWorker(redis.url);
  const percent = await cpuPercent(worker.pid);
  const [, kilobytes = ''] =
    /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${worker.pid}/status`, 'utf8')) ?? [];
  console.log(
    `an idle worker: ${percent.toFixed(2)} % of a core, ${(Number(kilobytes) / 1000).toFixed(0)} MB`,
  );
  expect(percent).toBeLessThanOrEqual(0.5);
  expect(Number(kilobytes)).toBeLessThan(90_000);
});

/** Of one core, after the start is over. */
async function cpuPercent(pid: number | undefined): Promise<number> {
  const used = async (): Promise<number> => {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  };
  await pause(2);
  const before = await used();
  await pause(SECONDS);
  return (100 * ((await used()) - before)) / SECONDS;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
}
