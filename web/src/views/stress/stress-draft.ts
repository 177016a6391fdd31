/** A load test as it is typed, and the request that starts it. */
import { parseDuration } from '../../../../src/primitives/duration.js';
import { METRICS, parseThreshold, thresholdForm, type Metric } from '../../../../src/primitives/threshold.js';
import { MAX_WORKERS } from '../../../../src/primitives/worker-choice.js';
import { LOCAL_LIMITS, WORKER_LIMITS } from '../../../../src/stress/plan/load-limits.js';
import type { NewStressProfile, StressProfile, StressStart } from '../../../../src/server/api-types.js';

export interface StressDraft {
  readonly files: readonly string[];
  readonly mode: 'rate' | 'vus';
  readonly rate: string;
  readonly vus: string;
  readonly maxVUs: string;
  readonly duration: string;
  readonly rampUp: string;
  readonly thinkTime: string;
  readonly thresholds: Readonly<Record<Metric, string>>;
  /** Empty for the active environment. */
  readonly environment: string;
  readonly seed: string;
  /** The name of the test in the history. */
  readonly label: string;
  /** A number, or `all`; empty when the server itself sends the load. */
  readonly workers: string;
}

const NO_THRESHOLDS: StressDraft['thresholds'] = {
  p50: '',
  p95: '',
  p99: '',
  max: '',
  mean: '',
  errors: '',
  rps: '',
};

export const FIRST_DRAFT: StressDraft = {
  files: [],
  mode: 'rate',
  rate: '10',
  vus: '10',
  maxVUs: '',
  duration: '30s',
  rampUp: '',
  thinkTime: '',
  thresholds: NO_THRESHOLDS,
  environment: '',
  seed: '',
  label: '',
  workers: '',
};

const MAX_FILES = 100;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Field = Exclude<keyof StressDraft, 'mode' | 'thresholds' | 'environment'> | Metric;

export function problemsOf(draft: StressDraft): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {};
  const check = (field: Field, isGood: boolean, problem: string): void => {
    if (!isGood) problems[field] = problem;
  };
  const { files, mode, rate, vus, maxVUs, duration, rampUp, thinkTime, thresholds, seed, label } = draft;
  const { workers } = draft;
  const limits = workers === '' ? LOCAL_LIMITS : WORKER_LIMITS;
  const isCount = (text: string): boolean => isWhole(text, limits.users);
  const count = `A whole number from 1 to ${limits.users}.`;
  check('files', files.length > 0 && files.length <= MAX_FILES, `Choose 1 to ${MAX_FILES} files.`);
  const length = parseDuration(duration) ?? 0;
  check('duration', length > 0 && length <= DAY_MS, 'A duration such as 30s, 5m or 1h30m, at most 24h.');
  if (mode === 'rate') {
    const isRate = /^\d+(?:\.\d+)?$/.test(rate) && Number(rate) > 0 && Number(rate) <= limits.rate;
    check('rate', isRate, `A number above 0, at most ${limits.rate}.`);
  } else {
    check('vus', isCount(vus), count);
    check('thinkTime', isTime(thinkTime, HOUR_MS), 'A duration such as 500ms, at most 1h.');
  }
  check('maxVUs', maxVUs === '' || isCount(maxVUs), count);
  if (mode === 'vus' && isCount(vus) && isCount(maxVUs)) {
    check('maxVUs', Number(vus) <= Number(maxVUs), `At least the ${vus} virtual users.`);
  }
  check('rampUp', isTime(rampUp, length), 'A duration no longer than the test.');
  const isLabel = /^(?!\d+$)[A-Za-z0-9_.-]{1,64}$/.test(label);
  check('label', label === '' || isLabel, 'Letters, digits, _ - or ., not only digits.');
  const isWorkers = workers === '' || workers === 'all' || isWhole(workers, MAX_WORKERS);
  check('workers', isWorkers, `A whole number from 1 to ${MAX_WORKERS}, or all.`);
  check('seed', seed === '' || /^-?\d{1,15}$/.test(seed), 'A whole number.');
  for (const metric of METRICS) {
    const text = thresholds[metric].trim();
    const isGood = text === '' || parseThreshold(metric, text) !== undefined;
    check(metric, isGood, `Needs ${thresholdForm(metric).rule}.`);
  }
  return problems;
}

function isWhole(text: string, max: number): boolean {
  return /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}

function isTime(text: string, maxMs: number): boolean {
  const value = parseDuration(text);
  return text === '' || (value !== undefined && value <= maxMs);
}

export function startRequestOf(draft: StressDraft): StressStart {
  const { files, environment, seed, label } = draft;
  return {
    files: [...files],
    ...loadOf(draft),
    ...(environment !== '' && { environment }),
    ...(seed !== '' && { seed: Number(seed) }),
    ...(label !== '' && { label }),
  };
}

export function profileOf(name: string, draft: StressDraft): NewStressProfile {
  return { name, ...loadOf(draft) };
}

/** The fields that a start and a profile have in common. */
function loadOf(draft: StressDraft): Omit<NewStressProfile, 'name'> {
  const { mode, rate, vus, maxVUs, duration, rampUp, thinkTime, workers } = draft;
  const thresholds: Partial<Record<Metric, string>> = {};
  for (const metric of METRICS) {
    const text = draft.thresholds[metric].trim();
    if (text !== '') thresholds[metric] = text;
  }
  return {
    duration,
    ...(mode === 'rate' ? { rate: Number(rate) } : { vus: Number(vus) }),
    ...(maxVUs !== '' && { maxVUs: Number(maxVUs) }),
    ...(rampUp !== '' && { rampUp }),
    ...(mode === 'vus' && thinkTime !== '' && { thinkTime }),
    ...(Object.keys(thresholds).length > 0 && { thresholds }),
    ...(workers !== '' && { workers: workers === 'all' ? workers : Number(workers) }),
  };
}

/** Files, environment and seed are not part of a profile and stay unchanged. */
export function withProfile(draft: StressDraft, profile: StressProfile): StressDraft {
  const { rate, vus, maxVUs, duration, rampUp = '', thinkTime = '', thresholds = {}, workers = '' } = profile;
  return {
    ...draft,
    mode: vus === undefined ? 'rate' : 'vus',
    rate: String(rate ?? FIRST_DRAFT.rate),
    vus: String(vus ?? FIRST_DRAFT.vus),
    maxVUs: maxVUs === undefined ? '' : String(maxVUs),
    duration,
    rampUp,
    thinkTime,
    thresholds: Object.assign({}, NO_THRESHOLDS, thresholds),
    workers: String(workers),
  };
}
