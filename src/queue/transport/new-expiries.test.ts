import { describe, expect, it } from 'vitest';
import { NewExpiries } from './new-expiries.js';

describe('expiries that were set a short time ago', () => {
  it('are those of the same key and length', () => {
    const expiries = new NewExpiries();
    expect(expiries.has('a', 1000)).toBe(false);
    expiries.add('a', 1000);
    expect([expiries.has('a', 1000), expiries.has('a', 500), expiries.has('b', 1000)]).toEqual([
      true,
      false,
      false,
    ]);
    expiries.add('a', 500);
    expect([expiries.has('a', 1000), expiries.has('a', 500)]).toEqual([false, true]);
  });

  it('of many keys are not remembered', () => {
    const expiries = new NewExpiries();
    for (let number = 0; number < 65; number += 1) expiries.add(`key ${number}`, 1000);
    expect([expiries.has('key 0', 1000), expiries.has('key 64', 1000)]).toEqual([false, true]);
  });
});
