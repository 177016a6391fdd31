import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LineQueue } from './line-queue.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Writes until the reader stops; `release` lets it read again. */
function openReader() {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  let isReading = true;
  return {
    written,
    stop: () => (isReading = false),
    release: () => {
      isReading = true;
      for (const resolve of waiting.splice(0)) resolve();
    },
    write: async (text: string): Promise<void> => {
      written.push(text);
      if (!isReading) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

describe('lines', () => {
  it('are written at once after a pause, and together when they follow soon', async () => {
    const reader = openReader();
    const lines = new LineQueue(reader.write);
    lines.add('1\n');
    lines.add('2\n');
    await vi.advanceTimersByTimeAsync(0);
    expect(reader.written).toEqual(['1\n2\n']);
    for (const line of ['3\n', '4\n', '5\n']) {
      lines.add(line);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(reader.written).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(50);
    expect(reader.written).toEqual(['1\n2\n', '3\n4\n5\n']);
    lines.add('6\n');
    await vi.advanceTimersByTimeAsync(0);
    expect(reader.written.at(-1)).toBe('6\n');
  });

  it('leave no timer behind', async () => {
    const lines = new LineQueue(openReader().write);
    lines.add('1\n');
    await vi.advanceTimersByTimeAsync(50);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are all written, in order, when the queue ends', async () => {
    const reader = openReader();
    const lines = new LineQueue(reader.write);
    const all = Array.from({ length: 500 }, (_, index) => `${index}\n`);
    for (const [index, line] of all.entries()) {
      lines.add(line);
      if (index % 7 === 0) await vi.advanceTimersByTimeAsync(index % 3);
    }
    await lines.finished();
    expect(reader.written.join('')).toBe(all.join(''));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are not gathered any more once the process may end at any moment', async () => {
    const reader = openReader();
    const lines = new LineQueue(reader.write);
    lines.add('1\n');
    await vi.advanceTimersByTimeAsync(0);
    lines.add('2\n');
    lines.stopGathering();
    await vi.advanceTimersByTimeAsync(0);
    lines.add('3\n');
    await vi.advanceTimersByTimeAsync(0);
    expect(reader.written).toEqual(['1\n', '2\n', '3\n']);
  });

  it('wait for no timer when there are many', async () => {
    const reader = openReader();
    const lines = new LineQueue(reader.write);
    const long = `${'x'.repeat(40_000)}\n`;
    for (let count = 0; count < 5; count += 1) {
      lines.add(long);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(reader.written).toEqual([long, long + long, long + long]);
  });

  it('are dropped and counted when the reader is too slow, and those before are kept', async () => {
    const reader = openReader();
    const lines = new LineQueue(reader.write);
    const long = `${'x'.repeat(1024 * 1024)}\n`;
    reader.stop();
    lines.add('first\n');
    await vi.advanceTimersByTimeAsync(0);
    for (let count = 0; count < 6; count += 1) lines.add(long);
    expect(lines.droppedLines).toBe(2);
    reader.release();
    await lines.finished();
    expect(reader.written.join('')).toBe(`first\n${long.repeat(4)}`);
  });
});
