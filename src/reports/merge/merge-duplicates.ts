/** The same test in several parts: one of its results is reported. */
import { ServiceError } from '../../errors.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { printableLine } from '../../primitives/printable.js';
import type { MergedTest, PlacedPart, TestPlace } from './place-tests.js';

/** Which result of a test that is in several parts is reported; `error` refuses such tests. */
export const DUPLICATE_RULES = ['worst', 'last', 'error'] as const;
export type DuplicateRule = (typeof DUPLICATE_RULES)[number];

/** Returns one result of each test, in the order of the parts. */
export function mergeDuplicates(parts: readonly PlacedPart[], rule: DuplicateRule): readonly MergedTest[] {
  const found = new Map<string, MergedTest[]>();
  for (const { tests } of parts) {
    const occurrences = new Map<string, number>();
    for (const test of tests) {
      const key = keyOf(test);
      // The k-th test with a name and place in one part is the k-th in every other part.
      const occurrence = (occurrences.get(key) ?? 0) + 1;
      occurrences.set(key, occurrence);
      getOrAdd(found, occurrence === 1 ? key : `${key} ${occurrence}`, () => []).push(test);
    }
  }
  return [...found.values()].map((results) => chooseResult(results, rule));
}

/** The length keeps a name and a file apart; nothing follows the file but the number of the occurrence. */
function keyOf({
  outcome: { file, name, line },
  iteration,
}: Pick<MergedTest, 'outcome' | 'iteration'>): string {
  return `${line} ${iteration} ${name.length} ${name} ${file.length} ${file}`;
}

function chooseResult(results: readonly MergedTest[], rule: DuplicateRule): MergedTest {
  const [first, ...others] = results;
  if (first === undefined) throw new RangeError('a test has at least one result');
  if (others.length === 0) return first;
  const selected = results.filter(({ outcome }) => !outcome.pulledIn);
  const candidates = selected.length === 0 ? results : selected;
  if (rule === 'error' && candidates.length > 1) throw duplicateError(candidates);
  const chosen = candidates.reduce((best, next) => (isBetter(next, best, rule) ? next : best));
  return withWarning({ ...chosen, place: earliestPlace(results, chosen) }, results.length);
}

function isBetter(next: MergedTest, best: MergedTest, rule: DuplicateRule): boolean {
  if (rule === 'last') return next.part.index > best.part.index;
  return severity(next) > severity(best);
}

function severity({ outcome: { passed, skipped } }: MergedTest): number {
  return skipped ? 0 : passed ? 1 : 2;
}

/** A request of another file is reported before the first test that needs it in any part. */
function earliestPlace(results: readonly MergedTest[], { place: chosen }: MergedTest): TestPlace {
  if (!chosen.isExternal) return chosen;
  return results.reduce(
    (first, { place }) =>
      place.rank < first.rank || (place.rank === first.rank && place.line < first.line) ? place : first,
    chosen,
  );
}

function withWarning(test: MergedTest, count: number): MergedTest {
  const { outcome, members } = test;
  const warnings = [...outcome.warnings, `ran in ${count} parts`];
  return { ...test, outcome: { ...outcome, warnings }, members: { ...members, warnings } };
}

function duplicateError([first, second]: readonly MergedTest[]): ServiceError {
  const { shownName = '', file = '', line = 0 } = first?.outcome ?? {};
  const place = line === 0 ? file : `${file}:${line}`;
  const shown = printableLine(`${shownName} (${place})`);
  const message = `${shown} is in ${first?.part.shown ?? ''} and in ${second?.part.shown ?? ''}`;
  return new ServiceError('input', message);
}
