import { describe, expect, it } from 'vitest';
import { createFrameQueue } from './frame-queue.js';

describe('a frame queue', () => {
  it('hands over all items of a frame together, and those that are flushed only once', () => {
    const taken: (readonly number[])[] = [];
    const frames: (() => void)[] = [];
    const queue = createFrameQueue<number>(
      (items) => taken.push(items),
      (flush) => frames.push(flush),
    );
    queue.add(1);
    queue.add(2);
    expect([taken, frames.length]).toEqual([[], 1]);
    frames.shift()?.();
    queue.add(3);
    queue.flush();
    expect(taken).toEqual([[1, 2], [3]]);
    frames.shift()?.();
    queue.flush();
    expect(taken).toHaveLength(2);
  });
});
