/** The same seed sends the same requests, whoever sends them. */
import { expect, it } from 'vitest';
import { startSvc } from '../support/program/live-svc.js';
import {
  countingTarget,
  endWorkers,
  framedWorkspace,
  nameWorkers,
  resultOf,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { checkOnTime } from '../support/on-time.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const ROWS = 500;

/** Method, path and body of every request of the load, sorted; `workers` 0 is a local test. */
async function load(
  workers: number,
  seed: number,
): Promise<{ readonly sent: readonly string[]; readonly dropped: number }> {
  const target = await countingTarget(({ path }) => ({ json: { id: `token-of${path}` } }));
  const { url } = target;
  const requests = [
    ...['### open', '# @stress.weight 0', '# @data people.csv', `POST ${url}/open/{{row.name}}`],
    ...['', '>>>capture', 'id from body.id', '<<<'],
    ...['### browse', '# @stress.weight 3', '# @data items.csv', `GET ${url}/items/{{row.item}}`],
    ...['### buy', '# @depends open', '# @data items.csv', `POST ${url}/buy/{{row.item}}`],
    ...['', 'as {{open.id}}'],
  ];
  const names = Array.from({ length: ROWS }, (_, index) => index);
  const shop = await framedWorkspace(url, requests, {
    'people.csv': `name\n${names.map((index) => `p${index}\n`).join('')}`,
    'items.csv': `item\n${names.map((index) => `i${index}\n`).join('')}`,
  });
  const args = ['-r', '300', '-d', '10s', '--seed', String(seed), '--max-vus', '140', shop.file];
  const started = await startWorkers(redis.url, nameWorkers(workers));
  const { directory } = shop;
  const test =
    workers === 0
      ? startSvc(['stress', '--no-history', '-o', 'json', ...args], { cwd: directory, env: {} })
      : startDistributed(redis.url, shop, ['--workers', String(workers), ...args]);
  const ended = await test.ended;
  await endWorkers(started);
  expect(ended.code).toBe(0);
  const { totalRequests, droppedCount, errorCount, abortedCount } = resultOf(ended);
  const sent = target.requests
    .map(({ method, path, body }) => `${method} ${path} ${body}`)
    .filter((line) => !/ \/(?:login|bye) /.test(line))
    .toSorted();
  console.log(
    `${workers} workers, seed ${seed}: ${sent.length} requests, ${droppedCount} dropped,`,
    `${errorCount} errors, ${abortedCount} aborted`,
  );
  expect(totalRequests).toBe(sent.length);
  return { sent, dropped: droppedCount };
}

it('by a local test, one worker and seven; another seed sends others', async () => {
  await checkOnTime(async () => {
    const [local, one, seven] = [await load(0, 7), await load(1, 7), await load(7, 7)];
    const other = await load(1, 8);
    expect(local.sent.filter((line) => line.startsWith('GET')).length).toBeGreaterThan(1000);
    expect(local.sent.some((line) => /^POST \/buy\/i\d+ as token-of\/open\/p\d+$/.test(line))).toBe(true);
    return () => {
      // What is late at the end of the load is not sent.
      expect([local, one, seven, other].map(({ dropped }) => dropped)).toEqual([0, 0, 0, 0]);
      expect(one.sent).toEqual(local.sent);
      expect(seven.sent).toEqual(local.sent);
      expect(other.sent).not.toEqual(local.sent);
    };
  });
});
