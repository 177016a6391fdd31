/** The load profiles of `service.yaml`, and the rules between their keys. */
import { isPlainObject } from '../../primitives/plain-object.js';
import { constantType, Type, type ValueOf } from '../../primitives/shapes/type.js';
import { LIMIT_METRICS, METRICS, type Metric } from '../../primitives/threshold.js';
import { LOSS_ACTIONS, MAX_WORKERS, WORKER_RULES } from '../../primitives/shapes/worker-choice.js';
import {
  closedMap,
  duration,
  flagOnly,
  requiredSetting,
  setting,
  threshold,
  word,
  type Setting,
} from './config-setting.js';

/** A load profile as written. */
export type StressProfile = ValueOf<ReturnType<typeof profileSchema>>;

const none = undefined;

type Limits<M extends Metric> = Record<M, Setting<ReturnType<typeof threshold>, undefined>>;

function limits<M extends Metric>(metrics: readonly M[]): Limits<M> {
  return Object.fromEntries(
    metrics.map((metric) => [metric, setting(threshold(metric), none, none, `Limit of ${metric}`)]),
  ) as Limits<M>;
}

function stages() {
  const stage = closedMap({
    duration: requiredSetting(
      duration({ zero: true }),
      none,
      none,
      'Time to reach the target in a straight line; 0 is a jump',
    ),
    rate: setting(Type.Number({ minimum: 0 }), none, none, 'Planned sends per second at its end'),
    vus: setting(Type.Integer({ minimum: 0 }), none, none, 'Virtual users at its end'),
  });
  // Our own check reports the rules between keys by `profileProblems`; `oneOf` is for editors.
  return Type.Array(stage, {
    minItems: 1,
    maxItems: 100,
    rule: 'a list of 1 to 100 stages',
    oneOf: [
      { items: { required: ['rate'], properties: { rate: true, vus: false } } },
      { items: { required: ['vus'], properties: { rate: false, vus: true } } },
    ],
  });
}

const REPLACED_BY_STAGES = ['rate', 'vus', 'rampUp'] as const;

function loadKeys() {
  return {
    duration: setting(
      duration({ zero: false }),
      none,
      flagOnly('--duration'),
      'Length of the load phase; may be left out beside `stages`',
    ),
    rate: setting(Type.Number({ exclusiveMinimum: 0 }), none, flagOnly('--rate'), 'Planned sends per second'),
    vus: setting(
      Type.Integer({ exclusiveMinimum: 0 }),
      none,
      flagOnly('--vus'),
      'Virtual users; `rate` is then ignored',
    ),
    maxVUs: setting(Type.Integer({ minimum: 1 }), none, flagOnly('--max-vus'), 'Most requests in flight'),
    rampUp: setting(
      duration({ zero: true }),
      none,
      flagOnly('--ramp-up'),
      'Time of linear growth to the target',
    ),
    thinkTime: setting(
      duration({ zero: true }),
      none,
      flagOnly('--think-time'),
      'Pause of a user after each request',
    ),
  };
}

function limitKeys() {
  return {
    thresholds: setting(
      closedMap(limits(METRICS)),
      none,
      flagOnly('--threshold'),
      'Limits that decide whether the test passes',
    ),
    stages: setting(
      stages(),
      none,
      flagOnly('--stages'),
      'Load in steps, instead of `rate`, `vus` and `rampUp`; all with `rate` or all with `vus`',
    ),
    abort: setting(
      closedMap(limits(LIMIT_METRICS)),
      none,
      flagOnly('--abort'),
      'Limits that stop the test when they are broken',
    ),
    abortWindow: setting(
      duration({ zero: false }),
      '10s',
      flagOnly('--abort-window'),
      'Time whose responses `abort` is judged on',
    ),
  };
}

function workerKeys() {
  return {
    workers: setting(
      Type.Union([Type.Integer({ minimum: 1, maximum: MAX_WORKERS }), constantType('all')], {
        rule: WORKER_RULES.workers,
      }),
      none,
      flagOnly('--workers'),
      'Workers that send the load, when workers are asked for',
    ),
    minWorkers: setting(
      Type.Integer({ minimum: 1, maximum: MAX_WORKERS }),
      none,
      flagOnly('--min-workers'),
      'Workers that are enough if no more are free',
    ),
    onLoss: setting(
      word(LOSS_ACTIONS),
      none,
      flagOnly('--on-loss'),
      'What to do when a worker is lost during the load',
    ),
  };
}

/** The schema of a profile; made on demand, because few starts of the command need it. */
export function profileSchema() {
  return {
    ...closedMap({ ...loadKeys(), ...limitKeys(), ...workerKeys() }),
    oneOf: [
      { required: ['duration'], properties: { duration: true, stages: false } },
      {
        required: ['stages'],
        properties: {
          stages: true,
          ...Object.fromEntries(REPLACED_BY_STAGES.map((name) => [name, false])),
        },
      },
    ],
  };
}

export interface ProfileProblem {
  readonly profile: string;
  /** Undefined when it needs a key that is missing. */
  readonly place: readonly (string | number)[] | undefined;
  /** The missing key, or what completes "must be …". */
  readonly text: string;
}

/** The problems between the keys of all profiles of a config, whatever else is wrong with it. */
export function* profileProblems(config: unknown): Generator<ProfileProblem> {
  const profiles = isPlainObject(config) && isPlainObject(config['stress']) && config['stress']['profiles'];
  if (!isPlainObject(profiles)) return;
  for (const [profile, value] of Object.entries(profiles)) {
    if (!isPlainObject(value)) continue;
    const { stages, workers, minWorkers } = value;
    if (typeof workers === 'number' && typeof minWorkers === 'number' && minWorkers > workers) {
      yield { profile, place: ['minWorkers'], text: `at most workers, which is ${workers}` };
    }
    if (stages === undefined) {
      if (value['duration'] === undefined) yield { profile, place: undefined, text: 'duration' };
      continue;
    }
    for (const name of REPLACED_BY_STAGES) {
      if (value[name] !== undefined) yield { profile, place: [name], text: 'left out beside stages' };
    }
    if (Array.isArray(stages)) yield* stageProblems(profile, stages);
  }
}

function* stageProblems(profile: string, stages: readonly unknown[]): Generator<ProfileProblem> {
  const kindOf = (stage: unknown): string =>
    isPlainObject(stage) ? ['rate', 'vus'].filter((name) => stage[name] !== undefined).join() : '';
  const expected = kindOf(stages[0]) === 'vus' ? 'vus' : 'rate';
  for (const [index, stage] of stages.entries()) {
    if (!isPlainObject(stage) || kindOf(stage) === expected) continue;
    const text = 'a map with duration and either rate or vus, the same in all stages';
    yield { profile, place: ['stages', index], text };
  }
}
