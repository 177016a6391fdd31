import { unitAdvice } from '../../primitives/duration.js';
import { Type } from '../../primitives/shapes/type.js';
import { LIMIT_METRICS, METRICS } from '../../primitives/threshold.js';
import { LOSS_ACTIONS, WORKER_RULES } from '../../primitives/shapes/worker-choice.js';
import { STAGE_RULES } from '../../stress/plan/stages.js';
import { LABEL_RULE, STRESS_LABEL, STRESS_RULES, stressRules } from '../../stress/plan/stress-options.js';
import {
  minWorkers,
  onLoss,
  rateIn,
  sized,
  sizedChange,
  stagesIn,
  usersIn,
  workerLabels,
  workers,
} from './load-size-schema.js';

const additive = { additive: true };
const duration = Type.String({ rule: STRESS_RULES.duration, adviceFor: unitAdvice });
const rampUp = Type.String({ rule: STRESS_RULES.rampUp, adviceFor: unitAdvice });
const thinkTime = Type.String({ rule: STRESS_RULES.thinkTime, adviceFor: unitAdvice });
// The operation checks keys together with their values, so that one message can name both.
const thresholdsRule = `an object with keys of ${METRICS.join(', ')}`;
const thresholds = Type.Record(Type.String(), Type.Unknown(), { rule: thresholdsRule });

const limitsRule = `an object with keys of ${LIMIT_METRICS.join(', ')}`;
const limits = Type.Record(Type.String(), Type.Unknown(), { rule: limitsRule });
const abortWindow = Type.String({ rule: STRESS_RULES.abortWindow, adviceFor: unitAdvice });
const stages = sized(stagesIn);
const rate = sized(rateIn);
const users = sized(usersIn);

const load = {
  rate: Type.Optional(rate),
  vus: Type.Optional(users),
  maxVUs: Type.Optional(users),
};

export const stressStart = Type.Object({
  files: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    maxItems: 100,
    rule: 'an array of 1 to 100 request files',
  }),
  duration: Type.Optional(duration),
  ...load,
  rampUp: Type.Optional({ ...rampUp, ...additive }),
  thinkTime: Type.Optional({ ...thinkTime, ...additive }),
  thresholds: Type.Optional({ ...thresholds, ...additive }),
  environment: Type.Optional(Type.String({ ...additive, description: 'Instead of the active one.' })),
  profile: Type.Optional(
    Type.String({ ...additive, description: 'Supplies the fields that are left out here.' }),
  ),
  skipUnsupported: Type.Optional(
    Type.Boolean({
      ...additive,
      description: 'Skip requests that svc cannot run, which are refused otherwise.',
    }),
  ),
  seed: Type.Optional(Type.Integer({ ...additive, description: 'Makes the choice of requests repeatable.' })),
  label: Type.Optional(
    Type.String({
      ...additive,
      pattern: STRESS_LABEL,
      rule: LABEL_RULE,
      description: 'Its name in the history.',
    }),
  ),
  stages: Type.Optional({
    ...stages,
    ...additive,
    description: 'Load in steps, instead of rate, vus and rampUp; duration may then be left out.',
  }),
  abort: Type.Optional({ ...limits, ...additive, description: 'Limits that stop the test.' }),
  abortWindow: Type.Optional({ ...abortWindow, ...additive }),
  find: Type.Optional({
    ...limits,
    ...additive,
    description: 'Search the highest rate that keeps these limits; duration is that of a step.',
  }),
  findTo: Type.Optional({ ...rate, ...additive }),
  findPrecision: Type.Optional(
    Type.Union([Type.String(), Type.Number()], { ...additive, rule: STRESS_RULES.findPrecision }),
  ),
  findBudget: Type.Optional(
    Type.String({ ...additive, rule: STRESS_RULES.findBudget, adviceFor: unitAdvice }),
  ),
  findMin: Type.Optional({ ...rate, ...additive }),
  workers: Type.Optional({
    ...workers,
    ...additive,
    description: 'Workers that send the load; needs a server with a queue.',
  }),
  minWorkers: Type.Optional({
    ...minWorkers,
    ...additive,
    description: 'So many are enough after the wait.',
  }),
  workerLabels: Type.Optional({ ...workerLabels, ...additive, description: 'Only workers that have all.' }),
  onLoss: Type.Optional({ ...onLoss, ...additive, description: 'What to do when a worker is lost.' }),
});

const profileWorkers = {
  workers: Type.Optional({ ...workers, ...additive }),
  minWorkers: Type.Optional({ ...minWorkers, ...additive }),
  onLoss: Type.Optional({ ...onLoss, ...additive }),
};

export const newProfile = Type.Object({
  name: Type.String({
    pattern: '^[\\p{L}\\p{N} _.\\-]{1,64}$',
    rule: '1 to 64 letters, digits, spaces, "_", "-" or "."',
  }),
  duration,
  ...load,
  rampUp: Type.Optional(rampUp),
  thinkTime: Type.Optional(thinkTime),
  thresholds: Type.Optional(thresholds),
  stages: Type.Optional({ ...stages, ...additive }),
  abort: Type.Optional({ ...limits, ...additive }),
  abortWindow: Type.Optional({ ...abortWindow, ...additive }),
  ...profileWorkers,
});

const none = Type.Null(additive);

const changedUsers = sizedChange((limits, shown) =>
  Type.Union([usersIn(limits, shown), none], { rule: stressRules(shown).vus }),
);

/** Null removes a field. */
export const profileChanges = Type.Object({
  duration: Type.Optional(duration),
  rate: Type.Optional(
    sizedChange((limits, shown) =>
      Type.Union([rateIn(limits, shown), none], { rule: stressRules(shown).rate }),
    ),
  ),
  vus: Type.Optional(changedUsers),
  maxVUs: Type.Optional(changedUsers),
  rampUp: Type.Optional(Type.Union([rampUp, none], { rule: STRESS_RULES.rampUp, adviceFor: unitAdvice })),
  thinkTime: Type.Optional(
    Type.Union([thinkTime, none], { rule: STRESS_RULES.thinkTime, adviceFor: unitAdvice }),
  ),
  thresholds: Type.Optional(Type.Union([thresholds, none], { rule: thresholdsRule })),
  stages: Type.Optional(
    sizedChange((limits, shown) =>
      Type.Union([stagesIn(limits, shown), none], { ...additive, rule: STAGE_RULES.count }),
    ),
  ),
  abort: Type.Optional(Type.Union([limits, none], { ...additive, rule: limitsRule })),
  abortWindow: Type.Optional(
    Type.Union([abortWindow, none], { ...additive, rule: STRESS_RULES.abortWindow, adviceFor: unitAdvice }),
  ),
  workers: Type.Optional(Type.Union([workers, none], { ...additive, rule: WORKER_RULES.workers })),
  minWorkers: Type.Optional(Type.Union([minWorkers, none], { ...additive, rule: WORKER_RULES.minWorkers })),
  onLoss: Type.Optional(
    Type.Union([onLoss, none], { ...additive, rule: `one of ${LOSS_ACTIONS.join(', ')}` }),
  ),
});

const stage = Type.Object({
  duration: Type.String(),
  rate: Type.Optional(Type.Number()),
  vus: Type.Optional(Type.Number()),
});

/** The limits that profiles had from the first version of the API on. */
const FIRST_METRICS: ReadonlySet<string> = new Set(['p95', 'p99', 'errors']);

/** The values of the file may exceed the limits of what a client may set. */
export const stressProfile = Type.Object(
  {
    name: Type.String(),
    duration: Type.String(),
    rate: Type.Optional(Type.Number()),
    vus: Type.Optional(Type.Number()),
    maxVUs: Type.Optional(Type.Number()),
    rampUp: Type.Optional(Type.String()),
    thinkTime: Type.Optional(Type.String()),
    thresholds: Type.Optional(
      Type.Object(
        Object.fromEntries(
          METRICS.map((metric) => [
            metric,
            Type.Optional(Type.String(FIRST_METRICS.has(metric) ? {} : additive)),
          ]),
        ),
      ),
    ),
    stages: Type.Optional(Type.Array(stage, additive)),
    abort: Type.Optional(Type.Record(Type.String(), Type.String(), additive)),
    abortWindow: Type.Optional(Type.String(additive)),
    ...profileWorkers,
  },
  { title: 'StressProfile' },
);

/** The options of a test in the form in which clients send them. */
export const stressOptions = Type.Object({
  mode: Type.Enum(['rate', 'vus']),
  duration: Type.String(),
  rate: Type.Optional(Type.Number()),
  vus: Type.Optional(Type.Integer()),
  maxVUs: Type.Integer(),
  rampUp: Type.String(),
  thinkTime: Type.String(),
  thresholds: Type.Record(Type.String(), Type.String()),
  seed: Type.Integer(),
  stages: Type.Optional(Type.Array(stage)),
  abort: Type.Optional(Type.Record(Type.String(), Type.String())),
  abortWindow: Type.Optional(Type.String()),
  find: Type.Optional(Type.Record(Type.String(), Type.String())),
  findTo: Type.Optional(Type.Number()),
  findPrecision: Type.Optional(Type.String()),
  findBudget: Type.Optional(Type.String()),
  findMin: Type.Optional(Type.Number()),
});
