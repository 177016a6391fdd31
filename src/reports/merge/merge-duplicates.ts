/** The same test in several parts: one of its results is reported. */
import { ServiceError } from '../../errors.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { printableLine } from '../../primitives/printable.js';
import { titleOf } from '../../runner/outcome/result-title.js';
import type { MergedTest, TestPlace } from './place-tests.js';
import type { ResultPart } from './result-part.js';

/** Which result of a test that is in several parts is reported; `error` refuses such tests. */
export const DUPLICATE_RULES = ['worst', 'last', 'error'] as const;
export type DuplicateRule = (typeof DUPLICATE_RULES)[number];

/** Returns one result of each test, in the order of the parts. */
export function mergeDuplicates(
  parts: readonly (readonly MergedTest[])[],
  rule: DuplicateRule,
): readonly MergedTest[] {
  const found = new FoundTests();
  for (const tests of parts) for (const test of tests) found.add(test);
  return found.all.map(({ first, others }) =>
    others === undefined ? first : chooseResult([first, ...others], rule),
  );
}

/** The tests of all parts, each with its results. */
class FoundTests {
  readonly all: FoundTest[] = [];
  /** By file and name, or line where there is no name. */
  readonly #files = new Map<string, Map<string | number, FoundTest>>();

  add(result: MergedTest): void {
    const { outcome, iteration } = result.test;
    const { file, line, name } = outcome;
    const names = getOrAdd(this.#files, file, () => new Map<string | number, FoundTest>());
    const title = iteration === 0 ? name : `${name} ${iteration}`;
    const key = title === '' ? line : title;
    const earliest = names.get(key);
    if (earliest === undefined) names.set(key, this.#open(result));
    let test = earliest;
    while (test !== undefined) {
      if (isSame(test, result)) {
        (test.others ??= []).push(result);
        return;
      }
      if (test.next === undefined) {
        test.next = this.#open(result);
        return;
      }
      test = test.next;
    }
  }

  #open(first: MergedTest): FoundTest {
    const test: FoundTest = { first, others: undefined, next: undefined };
    this.all.push(test);
    return test;
  }
}

interface FoundTest {
  readonly first: MergedTest;
  /** Its results in further parts. */
  others: MergedTest[] | undefined;
  /** Another test with the same file and name. */
  next: FoundTest | undefined;
}

/** The k-th test of a part with these properties is the k-th of every other part. */
function isSame({ first, others }: FoundTest, { test, part, place }: MergedTest): boolean {
  return (
    first.test.outcome.line === test.outcome.line &&
    first.test.iteration === test.iteration &&
    (others?.at(-1) ?? first).part !== part &&
    !areApartInRun(first, part, place)
  );
}

/** A run whose file is selected too runs a request for another file and as its own, and reports both. */
function areApartInRun(first: MergedTest, part: ResultPart, { isExternal }: TestPlace): boolean {
  return part.shard !== undefined && first.part.shard !== undefined && first.place.isExternal !== isExternal;
}

function chooseResult(results: readonly MergedTest[], rule: DuplicateRule): MergedTest {
  const selected = results.filter(({ test }) => !test.outcome.pulledIn);
  const candidates = selected.length === 0 ? results : selected;
  if (rule === 'error' && candidates.length > 1) throw duplicateError(candidates);
  const chosen = candidates.reduce((best, next) => (isBetter(next, best, rule) ? next : best));
  return withWarning({ ...chosen, place: earliestPlace(results, chosen) }, results.length);
}

function isBetter(next: MergedTest, best: MergedTest, rule: DuplicateRule): boolean {
  if (rule === 'last') return next.part.index > best.part.index;
  return severity(next) > severity(best);
}

function severity({ test: { outcome } }: MergedTest): number {
  return outcome.skipped ? 0 : outcome.passed ? 1 : 2;
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

function withWarning(found: MergedTest, count: number): MergedTest {
  const { outcome, members } = found.test;
  const warnings = [...outcome.warnings, `ran in ${count} parts`];
  const test = { ...found.test, outcome: { ...outcome, warnings }, members: { ...members, warnings } };
  return { ...found, test };
}

function duplicateError([first, second]: readonly MergedTest[]): ServiceError {
  const outcome = first?.test.outcome;
  const { file = '', line = 0 } = outcome ?? {};
  const place = line === 0 ? file : `${file}:${line}`;
  const shown = printableLine(`${outcome ? titleOf(outcome) : ''} (${place})`);
  const message = `${shown} is in ${first?.part.shown ?? ''} and in ${second?.part.shown ?? ''}`;
  return new ServiceError('input', message);
}
