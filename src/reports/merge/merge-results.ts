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
  const [only, ...others] = parts;
  // One document is given back as it is.
  const isOne = only !== undefined && others.length === 0;
  const results = isOne ? placed.parts.flat() : mergeDuplicates(placed.parts, rule);
  const tests = sortTests(results, placed.files.length);
  const head = mergeHead(parts);
  const run = createRun(head, placed.files, tests);
  const { coverage, warnings } = mergeCoverage(parts, run.files);
  return {
    run,
    document: isOne ? [...membersOf(only)] : createMembers(head, run, parts.length, tests, coverage),
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
  { passed, failed, skipped }: RunOutcome,
  parts: number,
  tests: readonly (readonly MergedTest[])[],
  coverage: Coverage | undefined,
): readonly DocumentMember[] {
  return [
    ['schemaVersion', 1],
    ['version', version],
    ['environment', environment],
    ...(startedAt === undefined ? [] : [['time', new Date(startedAt).toISOString()] as const]),
    ['duration', duration],
    ['summary', { total: passed + failed + skipped, passed, failed, skipped }],
    ['parts', parts],
    ['tests', tests.flatMap((own) => own.map(({ test }) => test.members))],
    ...(coverage === undefined ? [] : [['coverage', coverage] as const]),
  ];
}

function createRun(
  head: MergedHead,
  names: readonly string[],
  tests: readonly (readonly MergedTest[])[],
): RunOutcome {
  const startedAt = head.startedAt ?? 0;
  const files = names.map((name, rank) => {
    const results = (tests[rank] ?? []).map(({ test }) => test.outcome);
    return createFile(name, results, startedAt);
  });
  const sum = (count: 'passed' | 'failed' | 'skipped'): number =>
    files.reduce((total, file) => total + file[count], 0);
  const passes = countPasses(files);
  return {
    startedAt,
    duration: head.duration,
    environment: head.environment,
    files,
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    // What was secret is masked in the documents already.
    secrets: new SecretSet(),
    ...(passes > 0 && { passes }),
  };
}

/** 0 for runs that were not repeated; the documents do not tell how many passes were asked for. */
function countPasses(files: readonly FileOutcome[]): number {
  let passes = 0;
  for (const { results } of files)
    for (const { iteration = 0 } of results) passes = Math.max(passes, iteration);
  return passes;
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
