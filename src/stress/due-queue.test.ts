import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueQueue } from './due-queue.js';

describe('DueQueue', () => {
  it('gives what is due first, equal moments in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), (dues) => {
        const queue = new DueQueue<number>();
        dues.forEach((due, index) => queue.add(index, due));
        const taken: number[] = [];
        for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
        const wanted = [...dues.keys()].sort((a, b) => (dues[a] ?? 0) - (dues[b] ?? 0) || a - b);
        expect(taken).toEqual(wanted);
        expect(queue.nextDue).toBe(Infinity);
      }),
    );
  });

  it('gives the time of the next item', () => {
    const queue = new DueQueue<string>();
    queue.add('late', 9);
    queue.add('soon', 2);
    expect(queue.nextDue).toBe(2);
    expect(queue.take()).toBe('soon');
    expect(queue.nextDue).toBe(9);
  });
});
