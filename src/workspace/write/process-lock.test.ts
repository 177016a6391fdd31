import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { registerOwnProcess } from '../../../test/support/program/own-process.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { thisOwner } from './file-owner.js';
import { lockText } from './lock-file.js';
import { withProcessLock, LockFailure, takeLock } from './process-lock.js';

registerOwnProcess();

describe('inProcessTurn', () => {
  it('does one work after the other, and leaves nothing behind', async () => {
    const root = await temporaryWorkspace();
    const file = join(root, 'service.yaml');
    let isBusy = false;
    const work = async (): Promise<void> => {
      expect(isBusy).toBe(false);
      isBusy = true;
      expect(existsSync(join(root, '.service.yaml.lock'))).toBe(true);
      await sleep(0);
      isBusy = false;
    };
    await Promise.all(Array.from({ length: 5 }, () => withProcessLock(file, 'service.yaml', work)));
    await expect(
      withProcessLock(file, 'service.yaml', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(existsSync(join(root, '.service.yaml.lock'))).toBe(false);
  });

  it('does not wait for a process that has ended in the middle', async () => {
    const root = await temporaryWorkspace();
    const lock = join(root, '.a.http.lock');
    writeFileSync(lock, '');
    const long = new Date(Date.now() - 60_000);
    utimesSync(lock, long, long);
    expect(await withProcessLock(join(root, 'a.http'), 'a.http', async () => 'done')).toBe('done');
    expect(existsSync(lock)).toBe(false);
  });

  it('takes the lock of a process that has ended at once, also when its id is used again', async () => {
    const root = await temporaryWorkspace();
    const lock = join(root, '.a.http.lock');
    const own = thisOwner() ?? { machine: '', pid: 0, started: '' };
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    // Only some systems know when a process was started.
    const reused = own.started === '' ? [] : [{ ...own, started: '1' }];
    for (const owner of [{ ...own, pid }, ...reused]) {
      writeFileSync(lock, lockText(owner));
      // A single pause would exceed the time limit, so this proves that nothing waits.
      const release = await takeLock(lock, { pauseMs: 60_000, staleMs: 60_000, maxWaitMs: 60_000 });
      release();
      expect(existsSync(lock)).toBe(false);
    }
  });

  it('goes by the age of a lock of another machine or container', async () => {
    const lock = join(await temporaryWorkspace(), '.a.http.lock');
    const rules = { pauseMs: 3, staleMs: 60_000, maxWaitMs: 20 };
    writeFileSync(lock, lockText({ machine: '00000001', pid: 1, started: '1' }));
    await expect(takeLock(lock, rules)).rejects.toThrow(
      'another process has held .a.http.lock beside it for 0.02 s; try again, or remove that file',
    );
    const long = new Date(Date.now() - 61_000);
    utimesSync(lock, long, long);
    (await takeLock(lock, rules))();
    expect(existsSync(lock)).toBe(false);
  });

  it('does not take the lock of a process that is alive, but ends its waiting', async () => {
    const lock = join(await temporaryWorkspace(), '.a.http.lock');
    // Where the system does not know when a process was started, the age has to be that of a living one.
    const staleMs = thisOwner()?.started === '' ? 60_000 : 5;
    const rules = { pauseMs: 3, staleMs, maxWaitMs: 20 };
    writeFileSync(lock, lockText());
    await expect(takeLock(lock, rules)).rejects.toThrow(LockFailure);
    expect(existsSync(lock)).toBe(true);
  });

  it('waits for one that takes its time', async () => {
    const lock = join(await temporaryWorkspace(), '.a.http.lock');
    const rules = { pauseMs: 3, staleMs: 300, maxWaitMs: 10_000 };
    const release = await takeLock(lock, rules);
    const takenAt = statSync(lock).mtimeMs;
    const order: string[] = [];
    const next = takeLock(lock, rules).then((releaseNext) => {
      order.push('taken');
      releaseNext();
    });
    // Without its signs of life the lock would have been stale before.
    await expect.poll(() => statSync(lock).mtimeMs - takenAt).toBeGreaterThan(3 * rules.staleMs);
    order.push('given back');
    release();
    await next;
    expect(order).toEqual(['given back', 'taken']);
    expect(existsSync(lock)).toBe(false);
  });

  it('leaves the lock of another alone when it was thought dead', async () => {
    const lock = join(await temporaryWorkspace(), '.a.http.lock');
    const rules = { pauseMs: 3, staleMs: 60_000, maxWaitMs: 10_000 };
    const release = await takeLock(lock, rules);
    renameSync(lock, `${lock}.old`);
    const releaseNext = await takeLock(lock, rules);
    release();
    expect(existsSync(lock)).toBe(true);
    releaseNext();
    expect(existsSync(lock)).toBe(false);
  });

  it('gets along where no file can be made', async () => {
    const root = await temporaryWorkspace();
    expect(await withProcessLock(join(root, 'gone', 'a.http'), 'gone/a.http', async () => 'done')).toBe(
      'done',
    );
  });
});
