import { expect, it } from 'vitest';
import { createTimeFormatter } from './time-texts.js';

it('writes each time, also one that comes again after another', () => {
  const text = createTimeFormatter();
  const times = [0, 0, 1, 0, 86_399_999].map((time) => text(time));
  const [start, next] = ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z'];
  expect(times).toEqual([start, start, next, start, '1970-01-01T23:59:59.999Z']);
});
