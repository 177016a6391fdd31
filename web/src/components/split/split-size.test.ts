import { expect, test } from 'vitest';
import { boundsOf, sizeAfterKey, sizeAt, sizeWithin } from './split-size.js';

test('a part in pixels never takes more than half of the whole', () => {
  expect(boundsOf('pixels', 1000)).toEqual({ min: 170, max: 500 });
  expect(boundsOf('pixels', 200)).toEqual({ min: 170, max: 170 });
  expect(sizeWithin(900, boundsOf('pixels', 1000))).toBe(500);
  expect(sizeWithin(3, boundsOf('percent', 1000))).toBe(15);
});

test('the border follows the pointer', () => {
  expect(sizeAt(250, 1000, 'percent')).toBe(25);
  expect(sizeAt(250, 1000, 'pixels')).toBe(250);
});

test('keys along the direction move the border', () => {
  const bounds = boundsOf('percent', 1000);
  const row = { isStacked: false, unit: 'percent', bounds } as const;
  expect(sizeAfterKey('ArrowLeft', 50, row)).toBe(48);
  expect(sizeAfterKey('ArrowUp', 50, row)).toBeUndefined();
  expect(sizeAfterKey('ArrowDown', 50, { ...row, isStacked: true })).toBe(52);
  expect(sizeAfterKey('End', 50, row)).toBe(85);
  expect(sizeAfterKey('Home', 50, row)).toBe(15);
});
