import { describe, expect, it } from 'vitest';
import { mayHaveEqualNames } from './equal-names.js';
import { named } from '../../../test/support/unit/equal-names-setup.js';
import './equal-names.test.js';

describe('mayHaveEqualNames', () => {
  it('leaves names whose hashes collide to the exact check', () => {
    let names = [''];
    for (let state = 0x811c9dc5; names.length < 4096;) {
      const pair = collidingPair(state);
      names = names.flatMap((name) => [name + pair.first, name + pair.second]);
      state = pair.state;
    }
    expect(new Set(names).size).toBe(4096);
    expect(mayHaveEqualNames(named(names))).toBe(true);
  });
});

/**
 * Two texts that lead from one state of the hash to the same other state: first characters after which only the lower
 * half of the state differs, which is as large as a second character that makes up for it.
 */
function collidingPair(before: number): { first: string; second: string; state: number } {
  const states = new Map<number, [character: number, state: number]>();
  for (let character = 0; ; character++) {
    const state = multiplied(before ^ character);
    const [other, otherState] = states.get(state >>> 16) ?? [];
    if (other !== undefined && otherState !== undefined) {
      const first = String.fromCharCode(other, 0);
      const second = String.fromCharCode(character, state ^ otherState);
      return { first, second, state: multiplied(otherState) };
    }
    states.set(state >>> 16, [character, state]);
  }
}

function multiplied(state: number): number {
  return Math.imul(state, 0x01000193);
}
