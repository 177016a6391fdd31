import { expect, it } from 'vitest';
import { appendItem, EMPTY_LIST } from './lists.js';

it('appends items in their order, and leaves the shared empty list empty', () => {
  let list: readonly number[] = EMPTY_LIST;
  for (let item = 0; item < 40; item++) {
    list = appendItem(list, item);
    expect(list).toEqual(Array.from({ length: item + 1 }, (_, index) => index));
  }
  expect(EMPTY_LIST).toEqual([]);
});
