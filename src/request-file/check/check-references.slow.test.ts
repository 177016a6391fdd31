import { describe, expect, it } from 'vitest';
import { missing, request, finding } from '../../../test/support/unit/check-references-setup.js';

describe('references without a dependency', () => {
  it.each([
    ['the one before', (index: number) => index - 1],
    ['the first one', () => 0],
  ])('are found behind a long chain of requests that use %s', (_, used) => {
    const count = 2500;
    const chain = Array.from({ length: count }, (__, index) =>
      index === 0 ? request(0, [], []) : request(index, [index - 1], [used(index)]),
    );
    const text = `${chain.join('')}${request(count, [], [7])}${request(count + 1, [count], [count])}`;
    expect(missing(text)).toEqual([finding(7)]);
  });
});
