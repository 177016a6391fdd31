import { describe, expect, it } from 'vitest';
import { scheduleOrder, MinHeap } from './schedule.js';

describe('scheduleOrder', () => {
  it('keeps the written order without dependencies, and with dependencies on earlier nodes', () => {
    expect(scheduleOrder([[], [], []])).toEqual([0, 1, 2]);
    expect(scheduleOrder([[], [0], [0, 1]])).toEqual([0, 1, 2]);
  });

  it('takes repeatedly the earliest node that is ready', () => {
    expect(scheduleOrder([[], [3], [], [0], [2]])).toEqual([0, 2, 3, 1, 4]);
    expect(scheduleOrder([[2], [], []])).toEqual([1, 2, 0]);
  });

  it('copes with a dependency that is written twice', () => {
    expect(scheduleOrder([[1, 1], []])).toEqual([1, 0]);
  });

  it('leaves out cycles and what stands behind them', () => {
    expect(scheduleOrder([[1], [0], [1], []])).toEqual([3]);
  });
});

describe('MinHeap', () => {
  it('gives its numbers in order, however they came', () => {
    const queue = new MinHeap();
    for (const number of [5, 3, 8, 1, 9, 2, 2, 7]) queue.add(number);
    queue.take();
    queue.add(0);
    const taken: (number | undefined)[] = [];
    for (let i = 0; i < 9; i++) taken.push(queue.take());
    expect(taken).toEqual([0, 2, 2, 3, 5, 7, 8, 9, undefined]);
  });
});
