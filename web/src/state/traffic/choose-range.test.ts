import { expect, it } from 'vitest';
import { chooseAll, extendTo, NO_CHOICE, toggleOne, withoutGone, type Choice } from './choose-range.js';

const IDS = [3, 5, 8, 9, 12];
const chosenOf = ({ chosen }: Choice): number[] => [...chosen].sort((a, b) => a - b);

it('a row is chosen, and not any more', () => {
  const one = toggleOne(NO_CHOICE, 5);
  expect([chosenOf(one), one.anchor]).toEqual([[5], 5]);
  expect(chosenOf(toggleOne(one, 5))).toEqual([]);
});

it('a range goes from the last single choice in either direction', () => {
  const start = toggleOne(NO_CHOICE, 8);
  expect(chosenOf(extendTo(start, IDS, 12))).toEqual([8, 9, 12]);
  expect(chosenOf(extendTo(extendTo(start, IDS, 9), IDS, 3))).toEqual([3, 5, 8, 9]);
});

it('a range without a start is one row', () => {
  expect(chosenOf(extendTo(NO_CHOICE, IDS, 9))).toEqual([9]);
  expect(chosenOf(extendTo(toggleOne(NO_CHOICE, 4), IDS, 9))).toEqual([4, 9]);
  expect(chosenOf(extendTo(toggleOne(NO_CHOICE, 5), IDS, 77))).toEqual([5]);
});

it('rows that are gone are not chosen', () => {
  const all = chooseAll(IDS);
  expect(chosenOf(all)).toEqual(IDS);
  expect(chosenOf(withoutGone(all, [5, 9, 20]))).toEqual([5, 9]);
  expect(withoutGone(all, IDS)).toBe(all);
});
