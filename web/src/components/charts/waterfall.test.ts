import { expect, it } from 'vitest';
import { waterfall } from './waterfall.js';

it('places requests by their start', () => {
  const spans = waterfall([
    { duration: 50, startedAt: 1000 },
    { duration: 50, startedAt: 1050 },
    { duration: 25, startedAt: 1025 },
  ]);
  expect(spans).toEqual([
    { start: 0, length: 0.5 },
    { start: 0.5, length: 0.5 },
    { start: 0.25, length: 0.25 },
  ]);
});

it('places them one after the other without start times', () => {
  expect(waterfall([3, 1].map((duration) => ({ duration, startedAt: undefined })))).toEqual([
    { start: 0, length: 0.75 },
    { start: 0.75, length: 0.25 },
  ]);
});

it('survives a run without any time', () => {
  expect(waterfall([{ duration: 0, startedAt: undefined }])).toEqual([{ start: 0, length: 0 }]);
  expect(waterfall([])).toEqual([]);
});
