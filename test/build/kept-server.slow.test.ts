import { expect, it } from 'vitest';
import { openFilesBelow, startServerUser } from '../support/servers/server-user.js';
import { findBrowser } from '../../scripts/browser.mjs';
import { findRedis } from '../../scripts/machines/redis.mjs';

it('nothing is left of the servers of a run when its runner is killed', async () => {
  const isThere = async (found: Promise<unknown>, kind: string): Promise<string[]> =>
    (await found) === undefined ? [] : [kind];
  const kinds = [
    'postgres',
    ...(await isThere(findRedis(), 'redis')),
    ...(await isThere(findBrowser(), 'browser')),
  ];
  const user = await startServerUser(kinds);
  expect(await user.temporaryFiles()).toHaveLength(kinds.length);
  expect(await openFilesBelow(user.temporary)).toBeGreaterThanOrEqual(kinds.length);
  user.send('SIGKILL');
  await expect.poll(() => user.temporaryFiles(), { timeout: 60_000 }).toEqual([]);
  expect(await openFilesBelow(user.temporary)).toBe(0);
});
