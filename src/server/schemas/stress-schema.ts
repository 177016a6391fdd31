import { unitAdvice } from '../../primitives/duration.js';
import { Type } from '../../primitives/shapes/type.js';
import { METRICS } from '../../primitives/threshold.js';
import { LABEL_RULE, STRESS_LABEL, STRESS_RULES } from '../../stress/plan/stress-options.js';

const additive = { additive: true };
const rate = Type.Number({ exclusiveMinimum: 0, maximum: 100_000, rule: STRESS_RULES.rate });
const users = Type.Integer({ minimum: 1, maximum: 10_000 });
const duration = Type.String({ rule: STRESS_RULES.duration, adviceFor: unitAdvice });
const rampUp = Type.String({ rule: STRESS_RULES.rampUp, adviceFor: unitAdvice });
const thinkTime = Type.String({ rule: STRESS_RULES.thinkTime, adviceFor: unitAdvice });
// The operation checks keys together with their values, so that one message can name both.
const thresholdsRule = `an object with keys of ${METRICS.join(', ')}`;
const thresholds = Type.Record(Type.String(), Type.Unknown(), { rule: thresholdsRule });

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
  seed: Type.Optional(Type.Integer({ ...additive, description: 'Makes the choice of requests repeatable.' })),
  label: Type.Optional(
    Type.String({
      ...additive,
      pattern: STRESS_LABEL,
      rule: LABEL_RULE,
      description: 'Its name in the history.',
    }),
  ),
});

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
});

const none = Type.Null(additive);

/** Null removes a field. */
export const profileChanges = Type.Object({
  duration: Type.Optional(duration),
  rate: Type.Optional(Type.Union([rate, none], { rule: STRESS_RULES.rate })),
  vus: Type.Optional(Type.Union([users, none], { rule: STRESS_RULES.vus })),
  maxVUs: Type.Optional(Type.Union([users, none], { rule: STRESS_RULES.maxVUs })),
  rampUp: Type.Optional(Type.Union([rampUp, none], { rule: STRESS_RULES.rampUp, adviceFor: unitAdvice })),
  thinkTime: Type.Optional(
    Type.Union([thinkTime, none], { rule: STRESS_RULES.thinkTime, adviceFor: unitAdvice }),
  ),
  thresholds: Type.Optional(Type.Union([thresholds, none], { rule: thresholdsRule })),
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
  },
  { title: 'StressProfile' },
);

const count = Type.Integer({ minimum: 0 });
const milliseconds = Type.Number({ minimum: 0, description: 'milliseconds' });
const seconds = Type.Number({ minimum: 0, description: 'seconds' });

const statistics = Type.Object(
  {
    total: count,
    success: count,
    errors: count,
    rps: Type.Number({ minimum: 0 }),
    p50Ms: milliseconds,
    p95Ms: milliseconds,
    p99Ms: milliseconds,
    maxMs: milliseconds,
    errorRate: Type.Number({ minimum: 0, maximum: 1 }),
    activeVUs: count,
    currentRps: Type.Number({ minimum: 0, ...additive, description: 'finished in the last second' }),
  },
  { title: 'StressStatistics' },
);

const errorGroups = Type.Array(
  Type.Object({
    count,
    name: Type.String({ description: 'The request; empty when all are concerned.' }),
    kind: Type.String(),
    message: Type.String({ description: 'The assertion, status or failure.' }),
  }),
  { ...additive, description: 'The most frequent first, at most 20 and one of all others.' },
);

const errorKinds = Type.Record(Type.String(), count, {
  ...additive,
  description: 'Errors since the start of the load, by kind.',
});

const interval = Type.Object({
  p50Ms: milliseconds,
  p95Ms: milliseconds,
  p99Ms: milliseconds,
  meanMs: milliseconds,
});

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
});

const test = Type.Object({
  label: Type.String(),
  files: Type.Array(Type.String()),
  environment: Type.String(),
  options: stressOptions,
});

export const stressStatus = Type.Object(
  {
    running: Type.Boolean(),
    elapsed: seconds,
    stats: Type.Union([statistics, Type.Null()]),
    phase: Type.Enum(['setup', 'load', 'drain', 'teardown', ''], {
      ...additive,
      description: 'Empty when idle.',
    }),
    hasResult: Type.Boolean({ ...additive, description: 'Whether /stress/result has one.' }),
    errorGroups,
    interval: Type.Union([interval, Type.Null()], {
      ...additive,
      description: 'Latency of the requests that finished in the last second.',
    }),
    errorKinds,
    test: Type.Union([test, Type.Null()], { ...additive, description: 'The running test.' }),
  },
  { title: 'StressStatus' },
);

const latency = {
  min: milliseconds,
  max: milliseconds,
  mean: milliseconds,
  stddev: milliseconds,
  p50: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
};

const perRequest = Type.Object({
  name: Type.String(),
  count,
  successCount: count,
  errorCount: count,
  avgMs: milliseconds,
  minMs: milliseconds,
  maxMs: milliseconds,
  p50Ms: milliseconds,
  p95Ms: milliseconds,
  p99Ms: milliseconds,
});

const seriesPoint = Type.Object({
  t: seconds,
  total: count,
  errors: count,
  rps: Type.Number({ minimum: 0 }),
  p95Ms: milliseconds,
  activeVUs: count,
  p50Ms: milliseconds,
  p99Ms: milliseconds,
  meanMs: milliseconds,
  errorKinds: Type.Optional(Type.Record(Type.String(), count)),
});

const threshold = Type.Object({
  metric: Type.String(),
  threshold: Type.String({ description: 'as configured' }),
  actual: Type.Number({ description: 'milliseconds, percent, or requests in a second' }),
  passed: Type.Boolean(),
  measured: Type.Boolean({ ...additive, description: 'False when there was nothing to measure.' }),
});

const validity = Type.Object(
  {
    valid: Type.Boolean(),
    reasons: Type.Array(Type.String()),
    lagP99Ms: milliseconds,
    droppedSends: count,
    cpuPercent: Type.Number({ minimum: 0 }),
  },
  { ...additive, description: 'Whether the generator kept up.' },
);

const timestamp = Type.String({ format: 'date-time', ...additive });
const counts = Type.Record(Type.String(), count, additive);

export const stressResult = Type.Object(
  {
    duration: seconds,
    totalRequests: count,
    successCount: count,
    errorCount: count,
    avgRps: Type.Number({ minimum: 0 }),
    latency: Type.Object(latency, { description: 'from the planned sending' }),
    thresholds: Type.Array(threshold),
    perRequest: Type.Array(perRequest),
    error: Type.String({ ...additive, description: 'Empty when there is none.' }),
    errorKind: Type.String({
      ...additive,
      description: 'A network kind when nothing else caused the error.',
    }),
    stopped: Type.Boolean(additive),
    mode: Type.Enum(['rate', 'vus'], additive),
    startedAt: timestamp,
    finishedAt: timestamp,
    seed: Type.Integer(additive),
    serviceTime: Type.Object(latency, { ...additive, description: 'from the real sending' }),
    droppedCount: Type.Integer({ minimum: 0, ...additive }),
    abortedCount: Type.Integer({ minimum: 0, ...additive }),
    statusCodes: counts,
    errorKinds: counts,
    errorGroups,
    warnings: Type.Array(Type.String(), additive),
    timeSeries: Type.Array(seriesPoint, additive),
    validity,
    stressId: Type.Integer({
      minimum: 0,
      ...additive,
      description: 'Its number in the history; 0 when it is not stored.',
    }),
  },
  { title: 'StressResult' },
);
