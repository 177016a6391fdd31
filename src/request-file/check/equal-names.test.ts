import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHaveEqualNames } from './equal-names.js';

const named = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));

describe('mayHaveEqualNames', () => {
  it('finds what a set of the names finds', () => {
    const names = fc.array(fc.string({ maxLength: 4 }), { maxLength: 40 });
    fc.assert(
      fc.property(names, (list) => {
        const filled = list.filter((name) => name !== '');
        expect(mayHaveEqualNames(named(list))).toBe(new Set(filled).size < filled.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds one repeated name among very many', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `Item ${i}`);
    expect(mayHaveEqualNames(named(names))).toBe(false);
    expect(mayHaveEqualNames(named([...names, 'Item 17']))).toBe(true);
  });

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

/** Two texts that lead from one state of the hash to the same other state. */
function collidingPair(before: number): { first: string; second: string; state: number } {
  const texts = new Map<number, string>();
  for (let number = 0; ; number++) {
    const second = number.toString(36).padStart(4, '0');
    let state = before;
    for (const character of second) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
    const first = texts.get(state);
    if (first !== undefined && first.length === second.length) return { first, second, state };
    texts.set(state, second);
  }
}
