import { expect, it } from 'vitest';
import { isRunning, startServerUser } from '../support/servers/server-user.js';

it('a server of the tests ends, and its directory is removed, when whoever uses it is killed', async () => {
  const user = await startServerUser([]);
  const pid = Number(/started (\d+)/.exec(user.stdout())?.[1]);
  expect(isRunning(pid)).toBe(true);
  expect(await user.temporaryFiles()).toHaveLength(1);
  user.send('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
  await expect.poll(() => user.temporaryFiles()).toEqual([]);
});
