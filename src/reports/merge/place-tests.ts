/** Where each test stands in the merged report: files as in the selection, then lines, passes and rows. */
import type { PartTest, ResultPart } from './result-part.js';

/** A test with the part that it comes from and its place in the merged report. */
export interface MergedTest extends PartTest {
  readonly part: ResultPart;
  readonly place: TestPlace;
}

export interface TestPlace extends FilePlace {
  /** The position of the file that reports the test. */
  readonly rank: number;
}

interface FilePlace {
  /** The file that reports the test. */
  readonly file: string;
  /** The line of the test, or of the one that it precedes. */
  readonly line: number;
  /** Whether the request is in another file, and runs because this one needs it. */
  readonly isExternal: boolean;
}

export interface PlacedPart {
  readonly part: ResultPart;
  readonly tests: readonly MergedTest[];
}

export interface PlacedParts {
  /** All files of the merged report, also those without a test. */
  readonly files: readonly string[];
  readonly parts: readonly PlacedPart[];
}

/**
 * Files stand in the order of the selection if the parts are shards, otherwise in the order of their first appearance.
 */
export function placeTests(parts: readonly ResultPart[]): PlacedParts {
  const places = parts.map(({ tests }) => findPlaces(tests));
  const ranks = new Map<string, number>();
  const addFile = (file: string): void => {
    if (!ranks.has(file)) ranks.set(file, ranks.size);
  };
  parts.find(({ shard }) => shard !== undefined)?.shard?.files.forEach(addFile);
  for (const { file } of places.flat()) addFile(file);
  return {
    files: [...ranks.keys()],
    parts: parts.map((part, index) => ({
      part,
      tests: (places[index] ?? []).flatMap((place, at) => {
        const test = part.tests[at];
        return test ? { ...test, part, place: { ...place, rank: ranks.get(place.file) ?? 0 } } : [];
      }),
    })),
  };
}

/**
 * The places of the tests of one document, which are in the order of its report: a request of another file comes just
 * before the first request that needs it.
 */
function findPlaces(tests: readonly PartTest[]): readonly FilePlace[] {
  const places: FilePlace[] = [];
  let last: PartTest | undefined;
  for (const [index, test] of tests.entries()) {
    if (test.outcome.pulledIn && !followsInFile(test, last)) continue;
    last = test;
    const { file, line } = test.outcome;
    for (const { outcome } of tests.slice(places.length, index)) {
      const isExternal = outcome.file !== file;
      places.push({ file, line: isExternal ? line : outcome.line, isExternal });
    }
    places.push({ file, line, isExternal: false });
  }
  // Such a test needs one that follows, so this document was cut or made by hand.
  for (const { outcome } of tests.slice(places.length)) {
    places.push({ file: outcome.file, line: outcome.line, isExternal: false });
  }
  return places;
}

/** A request that stands before the last one of the same file is there because another file needs it. */
function followsInFile({ outcome: test }: PartTest, before: PartTest | undefined): boolean {
  if (before?.outcome.file !== test.file) return false;
  const { line, name } = before.outcome;
  return test.line > line || (test.line === line && test.name !== name);
}

export function sortTests(tests: readonly MergedTest[]): readonly MergedTest[] {
  const keyed = tests.map((test, index) => ({ test, index, row: rowOf(test.outcome.name) }));
  keyed.sort((a, b) => comparePlaces(a.test, b.test) || a.row - b.row || a.index - b.index);
  return keyed.map(({ test }) => test);
}

function comparePlaces(a: MergedTest, b: MergedTest): number {
  return (
    a.place.rank - b.place.rank ||
    a.place.line - b.place.line ||
    a.iteration - b.iteration ||
    Number(b.place.isExternal) - Number(a.place.isExternal)
  );
}

/** The number of the data row at the end of a name; 0 without one. */
function rowOf(name: string): number {
  return name.endsWith(']') ? Number(/ \[(\d{1,15})\]$/.exec(name)?.[1] ?? 0) : 0;
}
