import { describe, expect, it } from 'vitest';
import { usableMs } from './http1-head.js';

describe('a kept connection is used again', () => {
  it.each([
    ['until half a second before the end that the server announced', 5, 4500],
    ['also when the server keeps it for one second only', 1, 500],
    ['never, when the server does not keep it', 0, -500],
    ['for less than the limit of ours, when the server announced that', 90, 89_500],
    ['for 90 s at most', 91, 90_000],
    ['for 90 s, when the server announced nothing', -1, 90_000],
  ])('%s', (_case, announcedSeconds, milliseconds) => {
    expect(usableMs(announcedSeconds)).toBe(milliseconds);
  });
});
