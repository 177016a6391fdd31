/** A load test as it is typed, and the request that starts it. */
import { durationText, parseDuration } from '../../../../src/primitives/duration.js';
import {
  limitProblem,
  METRICS,
  parseThreshold,
  parseThresholdList,
  thresholdForm,
  type Metric,
} from '../../../../src/primitives/threshold.js';
import { MAX_WORKERS } from '../../../../src/primitives/shapes/worker-choice.js';
import { LOCAL_LIMITS, WORKER_LIMITS, type LoadLimits } from '../../../../src/stress/plan/load-limits.js';
import { parseStageList, totalDuration } from '../../../../src/stress/plan/stages.js';
import type { NewStressProfile, StressProfile, StressStart } from '../../../../src/server/api-types.js';

export interface StressDraft {
  readonly files: readonly string[];
  /** How the load is given, or that the highest rate is searched. */
  readonly mode: 'rate' | 'vus' | 'stages' | 'find';
  /** Such as `30s:50/s, 2m:50/s`. */
  readonly stages: string;
  /** Limits that a search keeps, such as `p95<200ms`. */
  readonly find: string;
  /** Limits that stop the test; empty for none. */
  readonly abort: string;
  /** How much of the latest time they are judged on; empty for ten seconds. */
  readonly abortWindow: string;
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
  stages: '30s:50/s, 2m:50/s',
  find: 'p95<200ms',
  abort: '',
  abortWindow: '',
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
const MAX_WINDOW_MS = 300_000;
const STEP_MS = 600_000;

type Field = Exclude<keyof StressDraft, 'mode' | 'thresholds' | 'environment'> | Metric;

export function problemsOf(draft: StressDraft): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {};
  const check = (field: Field, isGood: boolean, problem: string): void => {
    if (!isGood) problems[field] = problem;
  };
  const { files, mode, vus, maxVUs, rampUp, thinkTime, thresholds, seed, label, workers } = draft;
  const { users } = limitsOf(draft);
  const isCount = (text: string): boolean => isWhole(text, users);
  const count = `A whole number from 1 to ${users}.`;
  check('files', files.length > 0 && files.length <= MAX_FILES, `Choose 1 to ${MAX_FILES} files.`);
  checkLength(draft, check);
  if (mode === 'vus') check('vus', isCount(vus), count);
  if (hasUsers(draft)) {
    check('thinkTime', isTime(thinkTime, HOUR_MS), 'A duration such as 500ms, at most 1h.');
  }
  const abortProblem = mode === 'find' || draft.abort.trim() === '' ? '' : limitsProblem(draft.abort);
  check('abort', abortProblem === '', abortProblem);
  check('abortWindow', mode === 'find' || isWindow(draft), 'A duration from 1s to 5m.');
  check('maxVUs', maxVUs === '' || isCount(maxVUs), count);
  if (mode === 'vus' && isCount(vus) && isCount(maxVUs)) {
    check('maxVUs', Number(vus) <= Number(maxVUs), `At least the ${vus} virtual users.`);
  }
  if (mode === 'rate' || mode === 'vus') {
    const length = parseDuration(draft.duration) ?? 0;
    check('rampUp', isTime(rampUp, length), 'A duration no longer than the test.');
  }
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

type Check = (field: Field, isGood: boolean, problem: string) => void;

/** What decides how much is sent for how long. */
function checkLength(draft: StressDraft, check: Check): void {
  const { mode, rate, duration, stages, find } = draft;
  const limits = limitsOf(draft);
  if (mode === 'stages') {
    const plan = parseStageList(stages, limits);
    check('stages', !('reason' in plan), 'reason' in plan ? sentence(plan.reason) : '');
    return;
  }
  const length = parseDuration(duration) ?? 0;
  if (mode === 'find') {
    const problem = limitsProblem(find);
    check('find', problem === '', problem);
    check('duration', length >= 1000 && length <= STEP_MS, 'A duration from 1s to 10m.');
  } else {
    check('duration', length > 0 && length <= DAY_MS, 'A duration such as 30s, 5m or 1h30m, at most 24h.');
  }
  if (mode === 'vus') return;
  const isRate = /^\d+(?:\.\d+)?$/.test(rate) && Number(rate) > 0 && Number(rate) <= limits.rate;
  check('rate', isRate, `A number above 0, at most ${limits.rate}.`);
}

/** Whether users send the load, so that they can think. */
export function hasUsers({ mode, stages }: Pick<StressDraft, 'mode' | 'stages'>): boolean {
  return mode === 'vus' || (mode === 'stages' && /vus\s*$/.test(stages));
}

function limitsProblem(text: string): string {
  const limits = parseThresholdList(text);
  if ('reason' in limits) return sentence(limits.reason);
  const metrics = limits.map(({ metric }) => metric);
  return sentence(limitProblem('it', metrics) ?? '');
}

function sentence(text: string): string {
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The limits as the API takes them. */
function limitMap(text: string): Record<string, string> {
  const limits = parseThresholdList(text);
  if ('reason' in limits) return {};
  return Object.fromEntries(limits.map((limit) => [limit.metric, limit.text]));
}

function limitsOf({ workers }: StressDraft): LoadLimits {
  return workers === '' ? LOCAL_LIMITS : WORKER_LIMITS;
}

function isWhole(text: string, max: number): boolean {
  return /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}

/** Without limits it is not sent. */
function isWindow({ abort, abortWindow }: StressDraft): boolean {
  const value = parseDuration(abortWindow) ?? 0;
  return abort.trim() === '' || abortWindow === '' || (value >= 1000 && value <= MAX_WINDOW_MS);
}

function isTime(text: string, maxMs: number): boolean {
  const value = parseDuration(text);
  return text === '' || (value !== undefined && value <= maxMs);
}

export function startRequestOf(draft: StressDraft): StressStart {
  const { files, environment, seed, label, mode, find, duration, rate, maxVUs } = draft;
  const search = { duration, rate: Number(rate), find: limitMap(find) };
  return {
    files: [...files],
    ...(mode === 'find' ? { ...search, ...(maxVUs !== '' && { maxVUs: Number(maxVUs) }) } : loadOf(draft)),
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
  const { maxVUs, thinkTime, abort, abortWindow, workers } = draft;
  const thresholds: Partial<Record<Metric, string>> = {};
  for (const metric of METRICS) {
    const text = draft.thresholds[metric].trim();
    if (text !== '') thresholds[metric] = text;
  }
  return {
    ...targetOf(draft),
    ...(maxVUs !== '' && { maxVUs: Number(maxVUs) }),
    ...(hasUsers(draft) && thinkTime !== '' && { thinkTime }),
    ...(Object.keys(thresholds).length > 0 && { thresholds }),
    ...(abort.trim() !== '' && { abort: limitMap(abort) }),
    ...(abort.trim() !== '' && abortWindow !== '' && { abortWindow }),
    ...(workers !== '' && { workers: workers === 'all' ? workers : Number(workers) }),
  };
}

function targetOf({ mode, rate, vus, duration, rampUp, stages }: StressDraft) {
  const ramp = rampUp === '' ? {} : { rampUp };
  if (mode === 'vus') return { duration, vus: Number(vus), ...ramp };
  const plan = parseStageList(stages, WORKER_LIMITS);
  if (mode !== 'stages' || 'reason' in plan) return { duration, rate: Number(rate), ...ramp };
  return {
    duration: durationText(totalDuration(plan.stages)),
    stages: plan.stages.map((stage) => ({
      duration: durationText(stage.duration),
      [plan.mode]: stage.target,
    })),
  };
}

/** Files, environment and seed are not part of a profile and stay unchanged. */
export function withProfile(draft: StressDraft, profile: StressProfile): StressDraft {
  const { rate, vus, maxVUs, duration, rampUp = '', thinkTime = '', thresholds = {} } = profile;
  const { stages, abort = {}, abortWindow = '', workers = '' } = profile;
  return {
    ...draft,
    mode: stages ? 'stages' : vus === undefined ? 'rate' : 'vus',
    stages: stages?.map(stageText).join(', ') ?? FIRST_DRAFT.stages,
    abort: Object.entries(abort).map(limitText).join(', '),
    abortWindow,
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

function stageText({ duration, rate, vus }: NonNullable<StressProfile['stages']>[number]): string {
  return `${duration === '0' ? '0s' : duration}:${rate === undefined ? `${vus}vus` : `${rate}/s`}`;
}

/** A limit without an operator means at most. */
function limitText([metric, text]: readonly [string, string]): string {
  return `${metric}${/^[<>]/.test(text) ? text : `<=${text}`}`;
}
