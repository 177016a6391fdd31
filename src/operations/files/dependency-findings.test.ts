import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDiagnostics, diagnose, type Diagnostic } from '../../request-file/model/diagnostic.js';
import { joinFindings } from './dependency-findings.js';

const findings: fc.Arbitrary<Diagnostic> = fc
  .tuple(
    fc.constantFrom('blank_in_url', 'duplicate_title', 'no_requests'),
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 2 }),
    fc.integer({ min: 3, max: 4 }),
    fc.constantFrom('a', 'b'),
  )
  .map(([code, line, column, endColumn, name]) =>
    diagnose(code as Diagnostic['code'], { line, column, endColumn }, { name, line }),
  );

/** Each finding once, at the place of the first and with the extent of the last of its kind. */
function joined(lists: readonly (readonly Diagnostic[])[]): Diagnostic[] {
  const byText = new Map(
    lists.flat().map((each) => [[each.line, each.column, each.code, each.message].join(' '), each]),
  );
  return [...byText.values()].sort(compareDiagnostics);
}

it('joins lists that are sorted, are not, or have findings twice', () => {
  const lists = fc.array(fc.array(findings, { maxLength: 5 }), { maxLength: 3 });
  fc.assert(
    fc.property(lists, fc.boolean(), (given, isSorted) => {
      const used = isSorted ? given.map((list) => list.toSorted(compareDiagnostics)) : given;
      expect(joinFindings(used)).toEqual(joined(used));
    }),
    { numRuns: 2000 },
  );
});
