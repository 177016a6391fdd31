import { deflateSync } from 'node:zlib';
import type { StressRow } from '../../history/queries/stress-run.js';
import { durationText } from '../../primitives/duration.js';
import type { Threshold } from '../../primitives/threshold.js';
import { randomId } from '../../primitives/random-id.js';
import { redactValue } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { ObservedTest } from '../../stress/stress-test.js';

/** What a test is, beside its numbers. */
export interface TestDescription {
  /** Empty when it has none. */
  readonly label: string;
  readonly files: readonly string[];
  readonly environment: string;
  readonly options: KeptOptions;
}

/** The options in the form in which clients send them, so that a test can be repeated. */
export interface KeptOptions {
  readonly mode: StressOptions['mode'];
  readonly duration: string;
  /** Left out in users mode. */
  readonly rate?: number;
  /** Left out in rate mode. */
  readonly vus?: number;
  readonly maxVUs: number;
  readonly rampUp: string;
  readonly thinkTime: string;
  readonly thresholds: Readonly<Record<string, string>>;
  readonly seed: number;
  /** The fields below are left out unless they were asked for. */
  readonly stages?: readonly { readonly duration: string; readonly rate?: number; readonly vus?: number }[];
  readonly abort?: Readonly<Record<string, string>>;
  readonly abortWindow?: string;
  readonly find?: Readonly<Record<string, string>>;
  readonly findTo?: number;
  readonly findPrecision?: string;
  readonly findBudget?: string;
  readonly findMin?: number;
}

export function keptOptions(stress: StressOptions): KeptOptions {
  const { mode, duration, rate, vus, maxVUs, rampUp, thinkTime, thresholds, seed } = stress;
  const { stages, abort, find } = stress;
  return {
    mode,
    duration: durationText(duration),
    ...(mode === 'rate' ? { rate } : { vus }),
    maxVUs,
    rampUp: durationText(rampUp),
    thinkTime: durationText(thinkTime),
    thresholds: limitTexts(thresholds),
    seed,
    ...(stages && {
      stages: stages.map((stage) => ({ duration: durationText(stage.duration), [mode]: stage.target })),
    }),
    ...(abort && { abort: limitTexts(abort.limits), abortWindow: durationText(abort.window) }),
    ...(find && {
      find: limitTexts(find.limits),
      findTo: find.to,
      findPrecision: `${find.precision}%`,
      findBudget: durationText(find.budget),
      ...(find.min > 0 && { findMin: find.min }),
    }),
  };
}

function limitTexts(limits: readonly Threshold[]): Readonly<Record<string, string>> {
  return Object.fromEntries(limits.map(({ metric, text }) => [metric, text]));
}

export interface EndedTest extends TestDescription {
  readonly test: Pick<ObservedTest, 'hasLoaded' | 'histogram'>;
  readonly result: StressResult;
  readonly secrets: SecretSet;
  /** The root directory of the workspace. */
  readonly workspace: string;
  readonly source: StressRow['source'];
}

/** The row of a test for the history; undefined when its load never started. */
export function toStressRow(ended: EndedTest): StressRow | undefined {
  const { test, result, secrets, workspace, source, label, files, environment, options } = ended;
  if (!test.hasLoaded) return undefined;
  const { stressId: _, ...stored } = result;
  const json = (value: unknown): string => JSON.stringify(redactValue(value, secrets));
  return {
    uid: randomId(),
    workspace,
    source,
    label: secrets.redact(label),
    environment: secrets.redact(environment),
    startedAt: Date.parse(result.startedAt),
    finishedAt: Date.parse(result.finishedAt),
    files: json(files),
    options: json(options),
    result: json(stored),
    histogram: new Uint8Array(deflateSync(json(test.histogram()))),
  };
}
