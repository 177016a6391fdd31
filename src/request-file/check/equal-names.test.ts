import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHaveEqualNames } from './equal-names.js';
import { caseCount } from '../../../test/support/generated-cases.js';
import { named } from '../../../test/support/unit/equal-names-setup.js';

describe('mayHaveEqualNames', () => {
  it('finds what a set of the names finds', () => {
    const names = fc.array(fc.string({ maxLength: 4 }), { maxLength: 40 });
    fc.assert(
      fc.property(names, (list) => {
        const filled = list.filter((name) => name !== '');
        expect(mayHaveEqualNames(named(list))).toBe(new Set(filled).size < filled.length);
      }),
      { numRuns: caseCount(1000) },
    );
  });

  it('finds one repeated name among very many', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `Item ${i}`);
    expect(mayHaveEqualNames(named(names))).toBe(false);
    expect(mayHaveEqualNames(named([...names, 'Item 17']))).toBe(true);
  });
});
