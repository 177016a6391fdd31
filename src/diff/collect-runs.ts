/** Puts the runs of one side together: documents of several runs, and documents of a run that was repeated. */
import { getOrAdd } from '../primitives/get-or-add.js';
import type { ResultDocument, TestResult } from './result-file.js';

/** A test of one side with all its runs. */
export interface MeasuredTest {
  readonly file: string;
  readonly name: string;
  /** Failed if any of its runs failed; skipped if all were. */
  readonly status: TestResult['status'];
  /** Of one run as it is, of several the median. */
  readonly duration: number;
  /** Of the runs that were not skipped. */
  readonly durations: readonly number[];
}

/**
 * The k-th test of a file and name in a run belongs to the k-th in every other run. A document is one run, unless its
 * tests carry the number of their iteration.
 */
export function collectRuns(documents: readonly ResultDocument[]): readonly MeasuredTest[] {
  const groups = new Map<string, TestResult[]>();
  documents.forEach(({ tests }, document) => {
    const occurrences = new Map<string, number>();
    for (const test of tests) {
      const { file, name, iteration } = test;
      const inRun = JSON.stringify([document, iteration ?? null, file, name]);
      const occurrence = (occurrences.get(inRun) ?? 0) + 1;
      occurrences.set(inRun, occurrence);
      getOrAdd(groups, JSON.stringify([file, name, occurrence]), () => []).push(test);
    }
  });
  return [...groups.values()].flatMap(measureTest);
}

function measureTest(results: readonly TestResult[]): MeasuredTest[] {
  const [first] = results;
  if (!first) return [];
  const run = results.filter(({ status }) => status !== 'skipped');
  const failed = run.some(({ status }) => status === 'failed');
  const durations = run.map(({ duration }) => duration);
  return [
    {
      file: first.file,
      name: first.name,
      status: run.length === 0 ? 'skipped' : failed ? 'failed' : 'passed',
      duration: durations.length === 0 ? first.duration : median(durations),
      durations,
    },
  ];
}

/** Adds the durations of further runs. */
export function addRuns(test: MeasuredTest, further: readonly number[]): MeasuredTest {
  if (further.length === 0 || test.durations.length === 0) return test;
  const durations = [...test.durations, ...further];
  return { ...test, durations, duration: median(durations) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}
