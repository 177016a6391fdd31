import {
  limitProblem,
  METRICS,
  parsePercent,
  parseThresholdList,
  type Threshold,
} from '../../primitives/threshold.js';
import { LOCAL_LIMITS, WORKER_LIMITS, type LoadLimits } from '../../stress/plan/load-limits.js';
import { parseStageList, type StagePlan } from '../../stress/plan/stages.js';
import { LABEL_RULE, STRESS_LABEL } from '../../stress/plan/stress-options.js';
import { flagGroup, switchFlag, type Flag, type FlagValue, type ValueTraits } from './flag.js';
import { PORT_LIMITS } from './listening-flags.js';
import { durationFlag, numberFlag, parsedFlag, readSeed, textFlag, widenedFlag } from './value-flags.js';

/** One of these on the command line makes workers send the load. */
export const ASK_FOR_WORKERS = ['queue', 'workers'] as const;

export const STRESS_FLAGS = flagGroup('Load', {
  duration: durationFlag('length of the load phase', { short: 'd', shownDefault: '30s', zero: false }),
  rate: rateFlag('requests per second, on a fixed schedule', {
    short: 'r',
    shownDefault: '10',
  }),
  vus: usersFlag('virtual users instead of a rate'),
  'max-vus': usersFlag('maximum number of simultaneous iterations', { shownDefault: '100' }),
  'think-time': durationFlag('pause of a virtual user after each iteration', {
    shownDefault: '0s',
    zero: true,
  }),
  'ramp-up': durationFlag('time to reach the full load', { shownDefault: '0s', zero: true }),
  stages: byLimits((limits) =>
    parsedFlag(
      'load in steps, such as 30s:50/s,2m:50/s or 1m:20vus; each is reached in a straight line',
      { value: 'list' },
      (text) => readStageList(text, limits),
    ),
  ),
  threshold: parsedFlag(
    `such as p95<200ms,errors<1%; of ${METRICS.join(', ')}`,
    { value: 'limits' },
    readThresholds,
  ),
  abort: parsedFlag(
    'stop the test when one of these limits is broken, such as p95<2s,errors<20%',
    { value: 'limits' },
    (text) => readLimits(text, 'abort'),
  ),
  'abort-window': durationFlag('time whose responses --abort is judged on, 1s to 5m', {
    shownDefault: '10s',
    zero: false,
  }),
  find: parsedFlag(
    'search the highest rate that keeps these limits; --duration is then the length of a step, 5s by default, and --rate the first rate tried, 50 by default; an overload that needs longer than a step to break a limit is not seen, so longer steps are sharper',
    { value: 'limits' },
    (text) => readLimits(text, '--find'),
  ),
  'find-to': rateFlag('highest rate that --find tries', { shownDefault: '100000' }),
  'find-precision': parsedFlag(
    'how near the rate found lies to one that failed, 1% to 50%',
    { value: 'percent', shownDefault: '5%' },
    readPrecision,
  ),
  'find-budget': durationFlag('most time for all steps of --find', { shownDefault: '10m', zero: false }),
  'find-min': rateFlag('fail when --find finds less than this rate'),
  profile: textFlag('a profile of service.yaml; other flags override it', {
    value: 'name',
    complete: 'profiles',
  }),
  seed: parsedFlag('seed that makes the choice of requests repeatable', { value: 'integer' }, readSeed),
  label: parsedFlag('name of the test in the history', { value: 'name' }, readLabel),
  'histogram-file': textFlag('file for every bucket of the latencies, as JSON', { value: 'path' }),
  'stress-json': switchFlag('same as --output json'),
  'require-valid': switchFlag('fail when the measurement is invalid'),
  'metrics-file': textFlag('file for one line of JSON per second', { value: 'path' }),
  'metrics-port': numberFlag(
    'OpenMetrics at http://127.0.0.1:<port>/metrics; 0 takes a free port',
    PORT_LIMITS,
    { value: 'port' },
  ),
} as const);

/** The limits of a load depend on who sends it. */
function byLimits<T>(create: (limits: LoadLimits) => Flag<T>): Flag<T> {
  return widenedFlag(create(LOCAL_LIMITS), create(WORKER_LIMITS), ASK_FOR_WORKERS);
}

function rateFlag(meaning: string, traits?: Partial<ValueTraits>): Flag<number | undefined> {
  return byLimits(({ rate }) => numberFlag(meaning, { exclusiveMinimum: 0, maximum: rate }, traits));
}

function usersFlag(meaning: string, traits?: Partial<ValueTraits>): Flag<number | undefined> {
  return byLimits(({ users }) =>
    numberFlag(meaning, { type: 'integer', minimum: 1, maximum: users }, traits),
  );
}

function readThresholds(text: string): FlagValue<readonly Threshold[]> {
  const list = parseThresholdList(text);
  return 'reason' in list ? { problem: list.reason } : { value: list };
}

function readLimits(text: string, name: string): FlagValue<readonly Threshold[]> {
  const limits = readThresholds(text);
  if ('problem' in limits) return limits;
  const problem = limitProblem(
    name,
    limits.value.map(({ metric }) => metric),
  );
  return problem === undefined ? limits : { problem };
}

function readStageList(text: string, limits: LoadLimits): FlagValue<StagePlan> {
  const plan = parseStageList(text, limits);
  return 'reason' in plan ? { problem: plan.reason } : { value: plan };
}

function readPrecision(text: string): FlagValue<number> {
  const value = parsePercent(text);
  return value !== undefined && value >= 1 && value <= 50
    ? { value }
    : { problem: 'use a percentage from 1% to 50%' };
}

function readLabel(text: string): FlagValue<string> {
  return new RegExp(STRESS_LABEL).test(text) ? { value: text } : { problem: `use ${LABEL_RULE}` };
}
