import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileChanges, UNREADABLE } from './file-changes.js';

let disk = new Map<string, string>();
let told: string[] = [];
let changes: FileChanges;

beforeEach(() => {
  vi.useFakeTimers();
  disk = new Map();
  told = [];
  changes = new FileChanges({
    fingerprint: async (path) => disk.get(path),
    onChange: ({ path, operation }) => told.push(`${operation} ${path}`),
  });
});
afterEach(() => {
  changes.close();
  vi.useRealTimers();
});

const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

describe('FileChanges', () => {
  it('decides by what was known and what is there', async () => {
    for (const path of ['written', 'touched', 'gone']) changes.learn(path, '1');
    disk = new Map([
      ['made', '1'],
      ['written', '2'],
      ['touched', '1'],
    ]);
    for (const path of ['made', 'written', 'touched', 'gone', 'never there']) changes.notice(path);
    await pass(299);
    expect(told).toEqual([]);
    await pass(2);
    expect(told.sort()).toEqual(['create made', 'remove gone', 'write written']);
  });

  it('waits until notices cease, but not for ever', async () => {
    disk.set('a', '1');
    for (let time = 0; time < 1900; time += 100) {
      changes.notice('a');
      await pass(100);
    }
    expect(told).toEqual([]);
    changes.notice('a');
    await pass(101);
    expect(told).toEqual(['create a']);
  });

  it('measures that without the time of day, which may be set back', async () => {
    disk.set('a', '1');
    for (let time = 0; time < 1900; time += 100) {
      changes.notice('a');
      await pass(100);
    }
    vi.setSystemTime(Date.now() - 3_600_000);
    changes.notice('a');
    await pass(101);
    expect(told).toEqual(['create a']);
    changes.expect('a', 'mine');
    vi.setSystemTime(Date.now() - 3_600_000);
    await pass(2001);
    disk.set('a', 'mine');
    changes.notice('a');
    await pass(400);
    expect(told).toEqual(['create a', 'write a']);
  });

  it('swallows our own saves, by content and for two seconds', async () => {
    changes.learn('a', 'old');
    changes.expect('a', 'mine');
    disk.set('a', 'mine');
    changes.notice('a');
    await pass(400);
    expect(told).toEqual([]);
    changes.expect('a', 'mine again');
    disk.set('a', 'theirs');
    changes.notice('a');
    await pass(400);
    expect(told).toEqual(['write a']);
    await pass(2000);
    disk.set('a', 'mine again');
    changes.notice('a');
    await pass(400);
    expect(told).toEqual(['write a', 'write a']);
  });

  it('knows a save for good, however late the notice comes', async () => {
    changes.learn('a', 'old');
    changes.expect('a', 'mine');
    disk.set('a', 'mine');
    changes.saved('a', 'mine');
    await pass(60_000);
    changes.notice('a');
    await pass(400);
    expect(told).toEqual([]);
    disk.set('a', 'old');
    changes.notice('a');
    await pass(400);
    expect(told).toEqual(['write a']);
  });

  it('tells of a file that was made and removed through us', async () => {
    disk.set('a', '1');
    changes.notice('a');
    await pass(400);
    disk.delete('a');
    changes.notice('a');
    await pass(400);
    expect(told).toEqual(['create a', 'remove a']);
  });

  it('says nothing of files that cannot be read at the moment', async () => {
    changes.learn('a', '1');
    disk.set('a', UNREADABLE);
    changes.notice('a');
    await pass(400);
    disk.set('a', '1');
    changes.notice('a');
    await pass(400);
    expect(told).toEqual([]);
  });

  it('looks again when a notice comes during a look', async () => {
    changes.learn('a', '1');
    let release: (() => void) | undefined;
    const slow = new FileChanges({
      fingerprint: async (path) => {
        const seen = disk.get(path);
        await new Promise<void>((done) => (release = done));
        return seen;
      },
      onChange: ({ path, operation }) => told.push(`${operation} ${path}`),
    });
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
    expect(told).toEqual(['create a', 'remove a']);
  });

  it('decides hundreds and tells when all is quiet', async () => {
    let quiet = 0;
    const many = new FileChanges({
      fingerprint: async (path) => path,
      onChange: ({ path }) => told.push(path),
      onQuiet: () => (quiet += 1),
    });
    for (let i = 0; i < 300; i += 1) many.notice(`f${i}`);
    await pass(400);
    expect(new Set(told).size).toBe(300);
    expect(quiet).toBeGreaterThan(0);
    many.close();
    many.notice('after');
    await pass(400);
    expect(told).toHaveLength(300);
  });
});
