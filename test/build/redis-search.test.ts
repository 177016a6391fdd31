import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFaketime } from '../../scripts/machines/faketime.mjs';
import { findRedis } from '../../scripts/machines/redis.mjs';
import { temporaryDirectory } from '../support/files/workspace.js';

const noPackages = (): Promise<string> => Promise.reject(new Error('no network'));

describe.runIf(process.platform !== 'win32')('the search for a Redis', () => {
  it('takes the one that the user names, and no other', async () => {
    const named = await server('redis-server', 'Redis server v=7.0.15 sha=0');
    const env = { SVC_TEST_REDIS: join(named, 'redis-server'), PATH: process.env['PATH'] ?? '' };
    expect(await findRedis({ env, fetch: noPackages })).toMatchObject({
      version: 'Redis 7.0.15',
      origin: 'named by SVC_TEST_REDIS',
    });
    const other = { ...env, SVC_TEST_REDIS: join(named, 'nothing') };
    await expect(findRedis({ env: other })).rejects.toThrow(
      `SVC_TEST_REDIS names ${join(named, 'nothing')}, which is not a Redis that starts.`,
    );
  });

  it('takes an installed one that is new enough, Redis before Valkey', async () => {
    const old = await server('redis-server', 'Redis server v=6.0.16 sha=0');
    const valkey = await server('valkey-server', 'Valkey server v=7.2.5 sha=0');
    const redis = await server('redis-server', 'Redis server v=6.2.0 sha=0');
    const find = async (...directories: string[]): Promise<string | undefined> => {
      const env = { PATH: directories.join(delimiter) };
      return (await findRedis({ env, fetch: noPackages }))?.version;
    };
    expect(await find(valkey, redis)).toBe('Redis 6.2.0');
    expect(await find(old, valkey)).toBe('Valkey 7.2.5');
    expect(await find(old)).toBeUndefined();
  });

  it("unpacks Debian's packages on Linux only, and starts their program under the name of the server", async () => {
    const place = await temporaryDirectory();
    await mkdir(join(place, 'usr', 'lib', 'some-linux-gnu'), { recursive: true });
    await program(join(place, 'usr', 'bin'), 'redis-check-rdb', 'Redis server v=7.0.15 sha=0');
    const asked: unknown[] = [];
    const fetch = (...args: unknown[]): Promise<string> => {
      asked.push(args);
      return Promise.resolve(place);
    };
    expect(await findRedis({ platform: 'linux', env: {}, fetch })).toEqual({
      path: join(place, 'usr', 'bin', 'redis-check-rdb'),
      name: 'redis-server',
      env: { LD_LIBRARY_PATH: join(place, 'usr', 'lib', 'some-linux-gnu') },
      version: 'Redis 7.0.15',
      origin: "from Debian's packages",
    });
    expect(asked).toEqual([['redis', ['redis-tools'], expect.any(RegExp)]]);
    expect(await findRedis({ platform: 'darwin', env: {}, fetch })).toBeUndefined();
  });

  async function server(name: string, version: string): Promise<string> {
    const directory = await temporaryDirectory();
    await program(directory, name, version);
    return directory;
  }

  async function program(directory: string, name: string, output: string): Promise<void> {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, name), `#!/bin/sh\necho '${output}'\n`);
    await chmod(join(directory, name), 0o755);
  }
});

it('libfaketime is searched in the same places', async () => {
  const place = await temporaryDirectory();
  const library = join(place, 'libfaketimeMT.so.1');
  const env = { SVC_TEST_FAKETIME: library };
  await expect(findFaketime({ env })).rejects.toThrow(
    `SVC_TEST_FAKETIME names ${library}, which is not there.`,
  );
  await writeFile(library, '');
  expect(await findFaketime({ env })).toBe(library);
  expect(await findFaketime({ platform: 'darwin', env: {}, fetch: noPackages })).toBeUndefined();
});
