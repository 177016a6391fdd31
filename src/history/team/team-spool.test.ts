import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { openDatabase } from '../store/database.js';
import { TeamSpool, type SpoolEntry } from './team-spool.js';

async function setUp(limits?: {
  entries: number;
  bytes: number;
}): Promise<{ spool: TeamSpool; path: string }> {
  const path = join(await temporaryWorkspace(), '.svc', 'team.db');
  return { spool: new TeamSpool(path, limits), path };
}

const entry = (startedAt: number, content = 'x'): SpoolEntry => ({
  kind: 'run',
  uid: `uid-${startedAt}`,
  startedAt,
  content,
});

describe('the spool of a team history', () => {
  it('gives the oldest first, each once, from a file of its owner', async () => {
    const { spool, path } = await setUp();
    expect([await spool.count(), await spool.oldest(5)]).toEqual([0, []]);
    expect(await spool.add([entry(30), entry(10)])).toBe(0);
    await spool.add([entry(20), entry(10)]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const waiting = await spool.oldest(5);
    expect(waiting.map(({ startedAt }) => startedAt)).toEqual([10, 20, 30]);
    await spool.remove([waiting[0]?.id ?? 0]);
    await spool.refuse(waiting[1]?.id ?? 0);
    expect((await spool.oldest(5)).map(({ startedAt }) => startedAt)).toEqual([30]);
    expect(await spool.count()).toBe(1);
  });

  it('drops the oldest beyond a number of entries or bytes', async () => {
    const { spool } = await setUp({ entries: 3, bytes: 100 });
    expect(await spool.add([1, 2, 3, 4, 5].map((each) => entry(each)))).toBe(2);
    expect((await spool.oldest(9)).map(({ startedAt }) => startedAt)).toEqual([3, 4, 5]);
    expect(await spool.add([entry(6, 'y'.repeat(99))])).toBe(2);
    expect((await spool.oldest(9)).map(({ startedAt }) => startedAt)).toEqual([5, 6]);
  });

  it('is emptied by one process at a time', async () => {
    const { spool, path } = await setUp();
    await spool.add([entry(1)]);
    const inside = spool.exclusively(async () => new TeamSpool(path).exclusively(async () => 'both', 0), 0);
    expect(await inside).toBeUndefined();
    expect(await spool.exclusively(async () => 'again', 0)).toBe('again');
  });

  it('uses no file of another program', async () => {
    const { spool, path } = await setUp();
    await spool.add([]);
    const database = await openDatabase(path);
    database.exec('PRAGMA user_version = 7');
    database.close();
    await expect(spool.add([entry(1)])).rejects.toThrow('another version of svc wrote');
    await writeFile(path, 'no database');
    await expect(spool.add([entry(1)])).rejects.toThrow('is not a history of svc');
  });
});
