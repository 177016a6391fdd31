import { describe, expect, it } from 'vitest';
import { LiveRun } from './live-run.js';

const started = (index: number, total = 3) =>
  ({ requestName: `r${index}`, status: 'started', index, total }) as const;
const completed = (index: number, passed = true) =>
  ({ ...started(index), status: 'completed', passed, duration: 7 }) as const;

describe('a live run', () => {
  it('counts what is done and what failed, each once', () => {
    const live = new LiveRun();
    live.apply(started(0), 1000);
    expect([live.done, live.total, live.newest]).toEqual([0, 3, 0]);
    live.apply(completed(0), 1010);
    live.apply(completed(0), 1010);
    live.apply(started(1), 1020);
    live.apply(completed(1, false), 1030);
    expect([live.done, live.failed]).toEqual([2, 1]);
    expect(live.steps).toEqual([
      { name: 'r0', state: 'passed', duration: 7, startedAt: 1000 },
      { name: 'r1', state: 'failed', duration: 7, startedAt: 1020 },
    ]);
  });

  it('takes an end without its start, and steps in any order', () => {
    const live = new LiveRun();
    live.apply(completed(2), 50);
    live.apply(started(2), 60);
    expect([live.done, live.steps.length, live.steps[0], live.steps[2]?.state]).toEqual([
      1,
      3,
      undefined,
      'passed',
    ]);
  });
});
