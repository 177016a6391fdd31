import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { FileChanges, UNREADABLE } from './file-changes.js';

let disk = new Map<string, string>();
let reported: string[] = [];
let changes: FileChanges;
let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
  disk = new Map();
  reported = [];
  changes = new FileChanges(
    {
      fingerprint: async (path) => disk.get(path),
      onChange: ({ path, operation }) => reported.push(`${operation} ${path}`),
    },
    clock,
  );
});
afterEach(() => changes.close());

const pass = (milliseconds: number): Promise<void> => clock.turn(milliseconds);

describe('FileChanges', () => {
  it('compares the last known hashes with the disk', async () => {
    for (const path of ['written', 'touched', 'gone']) changes.setHash(path, '1');
    disk = new Map([
      ['made', '1'],
      ['written', '2'],
      ['touched', '1'],
    ]);
    for (const path of ['made', 'written', 'touched', 'gone', 'never there']) changes.notice(path);
    await pass(299);
    expect(reported).toEqual([]);
    await pass(1);
    expect(reported.sort()).toEqual(['create made', 'remove gone', 'write written']);
  });

  it('waits until notices cease, but not for ever', async () => {
    disk.set('a', '1');
    for (let time = 0; time < 1900; time += 100) {
      changes.notice('a');
      await pass(100);
    }
    expect(reported).toEqual([]);
    changes.notice('a');
    await pass(99);
    expect(reported).toEqual([]);
    await pass(1);
    expect(reported).toEqual(['create a']);
  });

  it('measures that without the time of day, which may be set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    disk.set('a', '1');
    for (let time = 0; time < 1900; time += 100) {
      changes.notice('a');
      await pass(100);
    }
    vi.setSystemTime(Date.now() - 3_600_000);
    changes.notice('a');
    await pass(101);
    expect(reported).toEqual(['create a']);
    changes.expectSave('a', 'mine');
    vi.setSystemTime(Date.now() - 3_600_000);
    await pass(2001);
    disk.set('a', 'mine');
    changes.notice('a');
    await pass(400);
    expect(reported).toEqual(['create a', 'write a']);
  });

  it('swallows our own saves, by content and for two seconds', async () => {
    changes.setHash('a', 'old');
    changes.expectSave('a', 'mine');
    disk.set('a', 'mine');
    changes.notice('a');
    await pass(400);
    expect(reported).toEqual([]);
    changes.expectSave('a', 'mine again');
    disk.set('a', 'theirs');
    changes.notice('a');
    await pass(400);
    expect(reported).toEqual(['write a']);
    await pass(2000);
    disk.set('a', 'mine again');
    changes.notice('a');
    await pass(400);
    expect(reported).toEqual(['write a', 'write a']);
  });

  it('knows a save for good, however late the notice comes', async () => {
    changes.setHash('a', 'old');
    changes.expectSave('a', 'mine');
    disk.set('a', 'mine');
    changes.recordSave('a', 'mine');
    await pass(60_000);
    changes.notice('a');
    await pass(400);
    expect(reported).toEqual([]);
    disk.set('a', 'old');
    changes.notice('a');
    await pass(400);
    expect(reported).toEqual(['write a']);
  });

  it('reports a file that svc itself created and removed', async () => {
    disk.set('a', '1');
    changes.notice('a');
    await pass(400);
    disk.delete('a');
    changes.notice('a');
    await pass(400);
    expect(reported).toEqual(['create a', 'remove a']);
  });

  it('ignores files that cannot be read at the moment', async () => {
    changes.setHash('a', '1');
    disk.set('a', UNREADABLE);
    changes.notice('a');
    await pass(400);
    disk.set('a', '1');
    changes.notice('a');
    await pass(400);
    expect(reported).toEqual([]);
  });

  it('looks again when a notice comes during a look', async () => {
    changes.setHash('a', '1');
    let release: (() => void) | undefined;
    const slow = new FileChanges(
      {
        fingerprint: async (path) => {
          const seen = disk.get(path);
          await new Promise<void>((done) => (release = done));
          return seen;
        },
        onChange: ({ path, operation }) => reported.push(`${operation} ${path}`),
      },
      clock,
    );
    disk.set('a', '1');
    slow.notice('a');
    await pass(301);
    disk.delete('a');
    slow.notice('a');
    await pass(301);
    release?.();
    await pass(301);
    release?.();
    await pass(1);
    slow.close();
    expect(reported).toEqual(['create a', 'remove a']);
  });

  it('compares hundreds of files and reports when it is done', async () => {
    let quiet = 0;
    const many = new FileChanges(
      {
        fingerprint: async (path) => path,
        onChange: ({ path }) => reported.push(path),
        onQuiet: () => (quiet += 1),
      },
      clock,
    );
    for (let i = 0; i < 300; i += 1) many.notice(`f${i}`);
    await pass(400);
    expect(new Set(reported).size).toBe(300);
    expect(quiet).toBeGreaterThan(0);
    many.close();
    many.notice('after');
    await pass(400);
    expect(reported).toHaveLength(300);
  });
});
