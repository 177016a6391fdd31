/** Joins the results documents of several runs, such as the shards of one selection, to those of one run. */
import type { Coverage } from '../../coverage/coverage.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { countResults } from '../../runner/file-progress.js';
import type { FileOutcome, RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { DocumentMember } from '../results/results-document.js';
import { mergeCoverage } from './merge-coverage.js';
import { mergeDuplicates, type DuplicateRule } from './merge-duplicates.js';
import { mergeHead, type MergedHead } from './merge-head.js';
import { placeTests, sortTests, type MergedTest } from './place-tests.js';
import type { ResultPart } from './result-part.js';

export interface MergedResults {
  /** From which all reports but the results document are made. */
  readonly run: RunOutcome;
  /** The members of the results document. */
  readonly document: readonly DocumentMember[];
  /** The highest version of the parts; empty if no part tells. */
  readonly version: string;
  readonly coverage: Coverage | undefined;
  readonly warnings: readonly string[];
}

/** Throws a ServiceError for a test in several parts if the rule says so. */
export function mergeResults(given: readonly ResultPart[], rule: DuplicateRule): MergedResults {
  // The result must not depend on the order in which the shards are named.
  const parts = given.toSorted((a, b) => (a.shard?.index ?? 0) - (b.shard?.index ?? 0));
  const placed = placeTests(parts);
  const [only, ...others] = placed.parts;
  // One document is given back as it is.
  const isOne = only !== undefined && others.length === 0;
  const tests = isOne ? only.tests : sortTests(mergeDuplicates(placed.parts, rule));
  const head = mergeHead(parts);
  const outcomes = tests.map(({ outcome }) => outcome);
  const { coverage, warnings } = mergeCoverage(parts, outcomes);
  const counts = countResults(outcomes);
  const document = isOne
    ? [...membersOf(only.part)]
    : createMembers(head, { total: outcomes.length, ...counts }, parts.length, tests, coverage);
  return {
    run: createRun(head, placed.files, tests),
    document,
    version: head.version,
    coverage,
    warnings: [...head.warnings, ...warnings],
  };
}

/** The members of a single document, with the number of parts before its tests. */
function* membersOf({ members }: ResultPart): Generator<DocumentMember> {
  for (const [key, value] of Object.entries(members)) {
    if (key === 'tests') yield ['parts', 1];
    if (key !== 'parts') yield [key, value];
  }
}

function createMembers(
  { version, environment, startedAt, duration }: MergedHead,
  summary: object,
  parts: number,
  tests: readonly MergedTest[],
  coverage: Coverage | undefined,
): readonly DocumentMember[] {
  return [
    ['schemaVersion', 1],
    ['version', version],
    ['environment', environment],
    ...(startedAt === undefined ? [] : [['time', new Date(startedAt).toISOString()] as const]),
    ['duration', duration],
    ['summary', summary],
    ['parts', parts],
    ['tests', tests.map(({ members }) => members)],
    ...(coverage === undefined ? [] : [['coverage', coverage] as const]),
  ];
}

function createRun(head: MergedHead, files: readonly string[], tests: readonly MergedTest[]): RunOutcome {
  const byFile = new Map<string, RequestOutcome[]>(files.map((file) => [file, []]));
  for (const { outcome, place } of tests) byFile.get(place.file)?.push(outcome);
  const startedAt = head.startedAt ?? 0;
  const reported = [...byFile].map(([file, results]) => createFile(file, results, startedAt));
  return {
    startedAt,
    duration: head.duration,
    environment: head.environment,
    files: reported,
    ...countResults(tests.map(({ outcome }) => outcome)),
    // What was secret is masked in the documents already.
    secrets: new SecretSet(),
  };
}

/** The documents do not tell when a file ran and for how long, so its time is that of its tests. */
function createFile(file: string, results: readonly RequestOutcome[], startedAt: number): FileOutcome {
  const whole = results.find(({ line, passed, skipped }) => line === 0 && !passed && !skipped);
  return {
    file,
    startedAt,
    duration: results.reduce((sum, { duration }) => sum + duration, 0),
    ...countResults(results),
    results,
    broken: whole === undefined ? [] : whole.error.split('\n'),
  };
}
