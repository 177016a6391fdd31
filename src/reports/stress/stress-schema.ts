import type { TArrayOptions, TObject, TSchemaOptions } from 'typebox';
import { LIMIT_METRICS, METRICS } from '../../primitives/threshold.js';
import { mapType, Type } from '../../primitives/shapes/type.js';

const count = (options?: TSchemaOptions) => Type.Ref('#/$defs/count', options);
const number = (options?: TSchemaOptions) => Type.Ref('#/$defs/number', options);
const listOf = (name: string, options?: TArrayOptions) => Type.Array(Type.Ref(`#/$defs/${name}`), options);
const counts = Type.Optional(Type.Ref('#/$defs/counts'));
const texts = Type.Array(Type.String());
const time = Type.Optional(Type.String({ format: 'date-time' }));

const validity = Type.Object({
  valid: Type.Boolean({ description: 'the generator kept up' }),
  reasons: texts,
  lagP99Ms: number(),
  droppedSends: count(),
  cpuPercent: number({ description: 'for each load thread' }),
  startSpreadMs: Type.Optional(number({ description: 'only with workers' })),
  missingSends: Type.Optional(count({ description: 'only with workers' })),
});

const instant = Type.Union([number(), Type.Null()], { description: 'seconds since the start of the load' });

const worker = Type.Object({
  name: Type.String(),
  version: Type.String(),
  threads: count(),
  totalRequests: count(),
  errorCount: count(),
  avgRps: number(),
  droppedCount: count(),
  missingCount: count({ description: 'planned iterations whose outcome is unknown' }),
  lagP99Ms: number(),
  cpuPercent: number(),
  clockErrorMs: number(),
  lostAt: instant,
  backAt: instant,
  adoptedBy: texts,
});

const threshold = Type.Object({
  metric: Type.Enum(METRICS),
  threshold: Type.String({ description: 'as configured' }),
  actual: Type.Number({ description: 'milliseconds, percent or requests in a second' }),
  passed: Type.Boolean(),
  measured: Type.Optional(Type.Boolean({ description: 'false when there was nothing to measure' })),
});

const errorGroup = Type.Object({
  count: count(),
  name: Type.String({ description: 'the request; empty when all are concerned' }),
  kind: Type.String({ description: 'assertion, other, or the kind of failure' }),
  message: Type.String({ description: 'the assertion, status or failure' }),
});

const request = Type.Object(
  { name: Type.String(), count: count(), successCount: count(), errorCount: count() },
  { allOf: [numbers('milliseconds', ['avgMs', 'minMs', 'maxMs', 'p50Ms', 'p95Ms', 'p99Ms'])] },
);

const point = Type.Object(
  { errorKinds: counts },
  {
    description: 'of one interval that ends t seconds after the start',
    allOf: [
      numbers('numbers of the interval', ['t', 'total', 'errors', 'rps', 'p95Ms', 'activeVUs']),
      Type.Partial(numbers('milliseconds', ['p50Ms', 'p99Ms', 'meanMs'])),
    ],
  },
);

const stage = Type.Object(
  {
    rate: Type.Optional(number({ description: 'the target, or users below' })),
    vus: Type.Optional(count()),
    totalRequests: count(),
    errorCount: count(),
  },
  { allOf: [numbers('seconds since the start, rate and latency', ['start', 'end', 'rps', 'p95Ms'])] },
);

const aborted = Type.Object({
  metric: Type.Enum(LIMIT_METRICS),
  threshold: Type.String({ description: 'as configured' }),
  actual: number({ description: 'milliseconds or percent; 0 when there was no response' }),
  at: number({ description: 'seconds since the start of the load' }),
  window: number({ description: 'seconds' }),
});

const find = Type.Object({
  limits: mapType(Type.String({ description: 'as configured' })),
  rate: number({ description: 'the highest rate that held; 0 when none did' }),
  limitedBy: Type.Enum(['target', 'generator', 'slots', 'range', 'budget']),
  failedAt: Type.Union([number(), Type.Null()], { description: 'the lowest rate that failed' }),
  precision: number({ description: 'in percent' }),
  seconds: number(),
  steps: Type.Array(
    Type.Object(
      {
        verdict: Type.Enum(['held', 'generator', 'slots', 'broken']),
        totalRequests: count(),
        values: mapType(number({ description: 'milliseconds or percent' })),
        droppedCount: count(),
      },
      { allOf: [numbers('of the step', ['rate', 'seconds', 'errorPercent', 'lagP99Ms', 'cpuPercent'])] },
    ),
  ),
});

const result = Type.Object({
  duration: number({ description: 'seconds' }),
  totalRequests: count(),
  successCount: count(),
  errorCount: count(),
  avgRps: number({ description: 'requests finished in a second' }),
  latency: Type.Ref('#/$defs/times', { description: 'from the planned sending to the last byte' }),
  thresholds: listOf('threshold'),
  perRequest: listOf('request'),
  error: Type.String({ description: 'why the test failed as a whole; empty when it did not' }),
  errorKind: Type.Optional(Type.String({ description: 'a network kind when nothing else caused the error' })),
  serviceTime: Type.Ref('#/$defs/times', { description: 'from the real sending to the last byte' }),
  stopped: Type.Optional(Type.Boolean()),
  mode: Type.Optional(Type.Enum(['rate', 'vus'])),
  startedAt: time,
  finishedAt: time,
  seed: Type.Optional(Type.Integer()),
  droppedCount: count({ description: 'planned iterations that never started' }),
  abortedCount: Type.Optional(count({ description: 'requests given up because of a stop' })),
  statusCodes: counts,
  errorKinds: counts,
  errorGroups: Type.Optional(listOf('errorGroup', { description: 'the most frequent first' })),
  warnings: Type.Optional(texts),
  timeSeries: Type.Optional(listOf('point', { maxItems: 3600 })),
  validity,
  stressId: Type.Optional(count({ description: 'its number in the history; 0 when it is not stored' })),
  stages: Type.Optional(listOf('stage', { description: 'only of a test in stages' })),
  aborted: Type.Optional(
    Type.Union([aborted, Type.Null()], { description: 'only with --abort; null when no limit was broken' }),
  ),
  find: Type.Optional({ ...find, description: 'only with --find; the other figures are those of one step' }),
  runId: Type.Optional(Type.String({ description: 'this and the next fields: only with workers' })),
  startSpreadMs: Type.Optional(number({ description: 'how far apart the workers started' })),
  missingCount: Type.Optional(count({ description: 'planned iterations whose outcome is unknown' })),
  adoptedCount: Type.Optional(count({ description: 'iterations sent in place of a lost worker' })),
  workers: Type.Optional(listOf('worker', { description: 'in the order of their names' })),
});

/** JSON Schema (draft 2020-12) of the result of a load test. Later versions may add fields, so unknown ones are allowed. */
export const STRESS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Result of svc stress',
  ...result,
  $defs: {
    count: Type.Integer({ minimum: 0 }),
    counts: mapType(count()),
    number: Type.Number({ minimum: 0 }),
    times: numbers('milliseconds', ['min', 'max', 'mean', 'stddev', 'p50', 'p95', 'p99']),
    threshold,
    errorGroup,
    request,
    point,
    stage,
    worker,
  },
};

function numbers(description: string, names: readonly string[]): TObject {
  return Type.Object(Object.fromEntries(names.map((name) => [name, number()])), { description });
}
