import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openServedPorts, type ServedPorts } from './served-ports.js';

interface User {
  readonly folder: string;
  readonly warnings: readonly string[];
  /** The ports as a process of that number sees them. */
  readonly process: (id: number, machine?: string, userId?: number) => ServedPorts;
}

/** A user of whom these processes are alive. */
async function user(alive: readonly number[]): Promise<User> {
  const home = await mkdtemp(join(tmpdir(), 'svc-ports-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const warnings: string[] = [];
  return {
    folder: join(home, '.svc', 'run'),
    warnings,
    process: (id, machine = 'desk', userId = process.getuid?.()) =>
      openServedPorts({
        env: { HOME: home },
        self: { id, userId, isAlive: (other) => alive.includes(other) },
        onWarning: (message) => warnings.push(message),
        machine,
      }),
  };
}

it('tells every process of the user of a port until it is taken back', async () => {
  const { process, folder } = await user([11, 12]);
  const [mock, server] = [process(11), process(12)];
  expect(await server.has(3000)).toBe(false);
  const { release } = await mock.add(3000);
  expect([await mock.has(3000), await server.has(3000), await server.has(300)]).toEqual([true, true, false]);
  expect(await readdir(folder)).toEqual(['3000-11@desk']);
  await release();
  expect([await mock.has(3000), await server.has(3000)]).toEqual([false, false]);
  expect(await readdir(folder)).toEqual([]);
  await mock.add(3000);
  await release();
  expect([await mock.has(3000), await server.has(3000)]).toEqual([true, true]);
});

it('remembers a port of its own while a page of it may still be open', async () => {
  const { process, folder } = await user([11, 12]);
  const mock = process(11);
  const { opened, release } = await mock.add(3000);
  opened();
  await release();
  expect([await mock.has(3000), await process(12).has(3000)]).toEqual([true, false]);
  expect(await readdir(folder)).toEqual([]);
});

it('does not count what ended processes left, and removes it', async () => {
  const { process, folder } = await user([12]);
  await process(11).add(3000);
  // A process that has the number of one before it.
  await process(12).add(3001);
  await writeFile(join(folder, 'notes.txt'), '');
  const server = process(12);
  expect([await server.has(3000), await server.has(3001)]).toEqual([false, false]);
  expect(await readdir(folder)).toEqual(['notes.txt']);
});

it('leaves markers of other machines with the same home alone', async () => {
  const { process, folder } = await user([12]);
  await process(11, 'other').add(3000);
  expect(await process(12).has(3000)).toBe(false);
  expect(await readdir(folder)).toEqual(['3000-11@other']);
  // The name of a machine may change while a process runs.
  await process(12, 'renamed').add(3001);
  expect(await process(13).has(3001)).toBe(true);
});

it.runIf(process.platform !== 'win32')('keeps the folder to the user', async () => {
  const { process, folder } = await user([11, 12]);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o777);
  await process(11).add(3000);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it.runIf(process.platform !== 'win32')('believes no folder of somebody else, and says so once', async () => {
  const { process: asUser, folder, warnings } = await user([11, 12]);
  await asUser(11).add(3000);
  const server = asUser(12, 'desk', (process.getuid?.() ?? 0) + 1);
  expect([await server.has(3000), await server.has(3000)]).toEqual([false, false]);
  expect(warnings).toEqual([expect.stringContaining('is not a directory of this user')]);
  const { release } = await server.add(3001);
  expect(warnings[1]).toMatch(/^other svc servers cannot see that port 3001 shows pages of others/);
  expect(await server.has(3001)).toBe(true);
  await release();
  expect(await readdir(folder)).toEqual(['3000-11@desk']);
});

it.runIf(process.platform !== 'win32')('follows no link in the place of the folder', async () => {
  const { process, folder, warnings } = await user([11]);
  const elsewhere = await mkdtemp(join(tmpdir(), 'svc-ports-'));
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  await mkdir(join(folder, '..'));
  await symlink(elsewhere, folder);
  await process(11).add(3000);
  expect(await readdir(elsewhere)).toEqual([]);
  expect(warnings).toHaveLength(1);
});

it('gets along without a home', async () => {
  const warnings: string[] = [];
  const self = { id: 11, userId: undefined, isAlive: () => true };
  const ports = openServedPorts({ env: {}, self, onWarning: (message) => warnings.push(message) });
  await ports.add(3000);
  expect([await ports.has(3000), await ports.has(3001)]).toEqual([true, false]);
  expect(warnings).toEqual([expect.stringContaining('there is no home directory')]);
});
