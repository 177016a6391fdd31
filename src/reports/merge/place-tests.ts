/** Where each test stands in the merged report: files as in the selection, then lines, passes and rows. */
import type { PartTest, ResultPart } from './result-part.js';

/** A test with the part that it comes from and its place in the merged report. */
export interface MergedTest {
  readonly test: PartTest;
  readonly part: ResultPart;
  readonly place: TestPlace;
}

export interface TestPlace {
  /** The position of the file that reports the test. */
  readonly rank: number;
  /** The line of the test, or of the one that it precedes. */
  readonly line: number;
  /** Whether the request is in another file, and runs because this one needs it. */
  readonly isExternal: boolean;
}

export interface PlacedParts {
  /** All files of the merged report, also those without a test. */
  readonly files: readonly string[];
  readonly parts: readonly (readonly MergedTest[])[];
}

/**
 * Files stand in the order of the selection if the parts are shards, otherwise in the order of their first appearance.
 */
export function placeTests(parts: readonly ResultPart[]): PlacedParts {
  const ranks = new Map<string, number>();
  const rankOf = (file: string): number => {
    const rank = ranks.get(file) ?? ranks.size;
    ranks.set(file, rank);
    return rank;
  };
  parts.find(({ shard }) => shard !== undefined)?.shard?.files.forEach(rankOf);
  const placed = parts.map((part) => placePart(part, rankOf));
  return { files: [...ranks.keys()], parts: placed };
}

/**
 * The tests of one document are in the order of its report: a request of another file comes just before the first
 * request that needs it.
 */
function placePart(part: ResultPart, rankOf: (file: string) => number): readonly MergedTest[] {
  const { tests, external } = part;
  const placed: MergedTest[] = [];
  let last: PartTest | undefined;
  for (const [index, test] of tests.entries()) {
    const isExternal = external?.has(index) ?? (test.outcome.pulledIn && !followsInFile(test, last));
    if (isExternal) continue;
    last = test;
    const { file, line } = test.outcome;
    const rank = rankOf(file);
    while (placed.length < index) {
      const before = tests[placed.length] ?? test;
      const isBefore = before.outcome.file !== file;
      const place = { rank, line: isBefore ? line : before.outcome.line, isExternal: isBefore };
      placed.push({ test: before, part, place });
    }
    placed.push({ test, part, place: { rank, line, isExternal: false } });
  }
  // Such a test needs one that follows, so this document was cut or made by hand.
  for (const test of tests.slice(placed.length)) {
    const place = { rank: rankOf(test.outcome.file), line: test.outcome.line, isExternal: false };
    placed.push({ test, part, place });
  }
  return placed;
}

/**
 * Guesses for documents that do not tell: a request that stands before the last one of the same file is there because
 * another file needs it.
 */
function followsInFile({ outcome: test }: PartTest, before: PartTest | undefined): boolean {
  if (before?.outcome.file !== test.file) return false;
  const { line, name } = before.outcome;
  return test.line > line || (test.line === line && test.name !== name);
}

/** Returns the tests of each file in their order. */
export function sortTests(tests: readonly MergedTest[], files: number): readonly (readonly MergedTest[])[] {
  const byFile: MergedTest[][] = Array.from({ length: files }, () => []);
  for (const test of tests) byFile[test.place.rank]?.push(test);
  // The order of tests that compare as equal is kept.
  for (const own of byFile) own.sort(compareInFile);
  return byFile;
}

function compareInFile(a: MergedTest, b: MergedTest): number {
  return (
    a.place.line - b.place.line ||
    a.test.iteration - b.test.iteration ||
    Number(b.place.isExternal) - Number(a.place.isExternal) ||
    rowOf(a.test.outcome.name) - rowOf(b.test.outcome.name)
  );
}

/** The number of the data row at the end of a name; 0 without one. */
function rowOf(name: string): number {
  return name.endsWith(']') ? Number(/ \[(\d{1,15})\]$/.exec(name)?.[1] ?? 0) : 0;
}
