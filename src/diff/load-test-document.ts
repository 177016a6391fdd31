/** The results of load tests, as files and the history hold them. */
import { ServiceError } from '../errors.js';
import { durationText, parseDuration } from '../primitives/duration.js';
import { isPlainObject } from '../primitives/plain-object.js';

/** The numbers of a whole test or of one request; times in milliseconds. */
export interface LoadFigures {
  readonly name: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly mean: number;
  readonly max: number;
  /** Percent of the requests. */
  readonly errors: number;
  /** Requests per second. */
  readonly rps: number;
}

/** One interval of a test; a time is undefined when the document has none. */
export interface LoadPoint {
  /** The end, in seconds since the start of the load. */
  readonly t: number;
  readonly total: number;
  readonly errors: number;
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  readonly p99: number | undefined;
  readonly mean: number | undefined;
}

export interface LoadTestDocument {
  /** The name of the document for users. */
  readonly shown: string;
  /** Empty when the test has none. */
  readonly label: string;
  readonly mode: string;
  readonly isStopped: boolean;
  readonly isValid: boolean;
  /** Seconds. */
  readonly duration: number;
  readonly whole: LoadFigures;
  readonly requests: readonly LoadFigures[];
  readonly points: readonly LoadPoint[];
  /** Requests per second that were sent or should have been. */
  readonly sentRate: number;
  /** Such as `30s:50/s, 2m:50/s`; empty without stages. */
  readonly stages: string;
  /** How the test was run; undefined in a file, which does not tell. */
  readonly plan: LoadPlan | undefined;
}

/** Durations in milliseconds. */
export interface LoadPlan {
  readonly rate: number;
  readonly vus: number;
  readonly duration: number;
  readonly rampUp: number;
  readonly thinkTime: number;
  readonly files: readonly string[];
  readonly environment: string;
}

type Members = Readonly<Record<string, unknown>>;

/** Whether a document is the result of a load test and not of a run. */
export function isLoadTestResult(document: unknown): document is Members {
  return isPlainObject(document) && 'totalRequests' in document && !('tests' in document);
}

/** Reads a result as `svc stress -o json` writes it. */
export function readLoadTestResult(document: Members, shown: string): LoadTestDocument {
  const { totalRequests, latency, perRequest, timeSeries } = document;
  if (!Number.isInteger(totalRequests)) throw refusal(shown, '"totalRequests" is not a whole number');
  if (!isPlainObject(latency)) throw refusal(shown, 'it has no "latency"');
  const duration = numberOf(document, 'duration');
  const total = numberOf(document, 'totalRequests');
  const share = total === 0 ? 0 : (numberOf(document, 'errorCount') * 100) / total;
  const { validity } = document;
  return {
    shown,
    label: '',
    mode: textOf(document, 'mode'),
    isStopped: document['stopped'] === true,
    isValid: !isPlainObject(validity) || validity['valid'] !== false,
    duration,
    whole: {
      name: '',
      count: total,
      ...timesOf(latency, ['p50', 'p95', 'p99', 'mean', 'max']),
      errors: share,
      rps: numberOf(document, 'avgRps'),
    },
    requests: listOf(perRequest).map((request) => requestFigures(request, duration)),
    points: listOf(timeSeries).map(pointOf),
    sentRate: duration > 0 ? (total + numberOf(document, 'droppedCount')) / duration : 0,
    stages: listOf(document['stages']).map(stageText).join(', '),
    plan: undefined,
  };
}

/** Reads a test of the history, with how it was run. */
export function readStoredLoadTest(stored: unknown): LoadTestDocument {
  const detail = isPlainObject(stored) ? stored : {};
  const { result, options, files } = detail;
  const shown = `stress:${numberOf(detail, 'id')}`;
  const read = readLoadTestResult(isPlainObject(result) ? result : {}, shown);
  const plan = isPlainObject(options) ? options : {};
  const milliseconds = (key: string): number => parseDuration(textOf(plan, key)) ?? 0;
  return {
    ...read,
    label: textOf(detail, 'label'),
    plan: {
      rate: numberOf(plan, 'rate'),
      vus: numberOf(plan, 'vus'),
      duration: milliseconds('duration'),
      rampUp: milliseconds('rampUp'),
      thinkTime: milliseconds('thinkTime'),
      files: Array.isArray(files) ? files.map(String) : [],
      environment: textOf(detail, 'environment'),
    },
  };
}

function requestFigures(request: Members, duration: number): LoadFigures {
  const count = numberOf(request, 'count');
  const [p50, p95, p99, mean, max] = ['p50Ms', 'p95Ms', 'p99Ms', 'avgMs', 'maxMs'].map((key) =>
    numberOf(request, key),
  ) as [number, number, number, number, number];
  const errors = count === 0 ? 0 : (numberOf(request, 'errorCount') * 100) / count;
  const rps = duration > 0 ? count / duration : 0;
  return { name: textOf(request, 'name'), count, p50, p95, p99, mean, max, errors, rps };
}

function pointOf(point: Members): LoadPoint {
  const time = (key: string): number | undefined => (key in point ? numberOf(point, key) : undefined);
  return {
    t: numberOf(point, 't'),
    total: numberOf(point, 'total'),
    errors: numberOf(point, 'errors'),
    p50: time('p50Ms'),
    p95: time('p95Ms'),
    p99: time('p99Ms'),
    mean: time('meanMs'),
  };
}

function stageText(stage: Members): string {
  const length = Math.round((numberOf(stage, 'end') - numberOf(stage, 'start')) * 1000);
  const target = 'vus' in stage ? `${numberOf(stage, 'vus')}vus` : `${numberOf(stage, 'rate')}/s`;
  return `${length === 0 ? '0s' : durationText(length)}:${target}`;
}

function timesOf<Key extends string>(times: Members, keys: readonly Key[]): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, numberOf(times, key)])) as Record<Key, number>;
}

function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}

function numberOf(members: Members, key: string): number {
  const value = members[key];
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : 0;
}

function textOf(members: Members, key: string): string {
  const value = members[key];
  return typeof value === 'string' ? value : '';
}

function refusal(shown: string, reason: string): ServiceError {
  return new ServiceError('input', `${shown} is not the result of a load test: ${reason}`, {
    hint: 'write one with svc stress --output json --output-file <file>',
  });
}
