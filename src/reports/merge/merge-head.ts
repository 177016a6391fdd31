/** What a merged document says of the whole run. */
import type { ResultPart } from './result-part.js';

export interface MergedHead {
  readonly version: string;
  readonly environment: string;
  /** Milliseconds since 1970; undefined if no part tells. */
  readonly startedAt: number | undefined;
  /** From the earliest start to the latest end. */
  readonly duration: number;
  readonly warnings: readonly string[];
}

/** The latest time that a date can hold; a document may claim any duration. */
const LAST_TIME_MS = 8.64e15;

export function mergeHead(parts: readonly ResultPart[]): MergedHead {
  const starts = parts.flatMap(({ startedAt }) => startedAt ?? []);
  const start = Math.min(...starts);
  const ends = parts.map(({ startedAt, duration }) => (startedAt ?? start) + duration);
  const versions = distinct(parts.map(({ members }) => members['version'])).sort(compareVersions);
  return {
    version: versions.at(-1) ?? '',
    environment: distinct(parts.map(({ environment }) => environment)).join(', '),
    startedAt: starts.length === 0 ? undefined : start,
    duration:
      starts.length === 0
        ? Math.min(LAST_TIME_MS, Math.max(...parts.map(({ duration }) => duration)))
        : Math.round(Math.min(LAST_TIME_MS, Math.max(...ends)) - start),
    warnings:
      versions.length > 1 ? [`the parts are of different versions of svc: ${versions.join(', ')}`] : [],
  };
}

function distinct(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))] as string[];
}

/** By the numbers between the dots; a version with a suffix, such as 1.0.0-rc.1, is below the one without. */
function compareVersions(a: string, b: string): number {
  const [coreA = '', ...suffixA] = a.split('-');
  const [coreB = '', ...suffixB] = b.split('-');
  const bySuffix = Number(suffixA.length === 0) - Number(suffixB.length === 0);
  return (
    numerically.compare(coreA, coreB) || bySuffix || numerically.compare(suffixA.join('-'), suffixB.join('-'))
  );
}

const numerically = new Intl.Collator('en', { numeric: true });
