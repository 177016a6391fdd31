import { Type } from '../../primitives/shapes/type.js';
import { LIMIT_METRICS } from '../../primitives/threshold.js';
import { stressFind, stressFindProgress } from './stress-find-schema.js';
import { stressOptions } from './stress-schema.js';
import { distributedFields, distributedValidity, workerUpdates } from './stress-worker-schema.js';

const additive = { additive: true };
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
    phase: Type.Enum(['workers', 'setup', 'handout', 'load', 'drain', 'teardown', ''], {
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
    find: Type.Optional({ ...stressFindProgress, ...additive }),
    workers: Type.Optional(workerUpdates),
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
    ...distributedValidity,
  },
  { ...additive, description: 'Whether the generator kept up.' },
);

const stageResult = Type.Object({
  start: seconds,
  end: seconds,
  rate: Type.Optional(Type.Number()),
  vus: Type.Optional(Type.Integer()),
  totalRequests: count,
  errorCount: count,
  rps: Type.Number({ minimum: 0 }),
  p95Ms: milliseconds,
});

const aborted = Type.Object({
  metric: Type.Enum(LIMIT_METRICS),
  threshold: Type.String({ description: 'as configured' }),
  actual: Type.Number({ description: 'milliseconds or percent; 0 without a response' }),
  at: seconds,
  window: seconds,
});

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
    stages: Type.Optional(Type.Array(stageResult, { ...additive, description: 'Only of a test in stages.' })),
    aborted: Type.Optional(
      Type.Union([aborted, Type.Null()], { ...additive, description: 'Only of a test with abort.' }),
    ),
    find: Type.Optional({ ...stressFind, ...additive, description: 'Only of a test that searched a rate.' }),
    ...distributedFields,
  },
  { title: 'StressResult' },
);
