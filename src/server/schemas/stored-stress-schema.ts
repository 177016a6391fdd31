import { LATENCY_METRICS, LOAD_METRICS } from '../../diff/compare-load-tests.js';
import { Type } from '../../primitives/shapes/type.js';
import { testWriterFields } from './history-schema.js';
import { stressResult } from './stress-result-schema.js';
import { stressOptions } from './stress-schema.js';

const count = Type.Integer({ minimum: 0 });
const number = Type.Number();
const time = Type.String({ format: 'date-time' });

const summary = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String({ description: 'Empty when the test has none.' }),
    files: Type.Array(Type.String()),
    environment: Type.String(),
    mode: Type.Enum(['rate', 'vus']),
    rate: Type.Number({ description: 'Planned requests per second; 0 with users.' }),
    vus: Type.Integer({ description: '0 with a rate.' }),
    duration: Type.Number({ description: 'Measured seconds of the load.' }),
    startedAt: time,
    finishedAt: time,
    totalRequests: count,
    errorCount: count,
    avgRps: number,
    p95Ms: number,
    valid: Type.Boolean(),
    thresholdsPassed: Type.Boolean(),
    stopped: Type.Boolean(),
    workers: Type.Integer({ description: '0 for a test of this machine alone.' }),
    workspace: Type.String({
      description: 'Root of the workspace the test belongs to; in a team history its name.',
    }),
    ...testWriterFields,
  },
  { title: 'StressRunSummary' },
);

export const stressRunPage = Type.Object({
  runs: Type.Array(summary),
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
});

const buckets = Type.Object({
  count,
  buckets: Type.Array(Type.Array(count), { description: 'Lowest, highest and count of each.' }),
});

export const stressRun = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    files: Type.Array(Type.String()),
    environment: Type.String(),
    options: stressOptions,
    result: stressResult,
    histogram: Type.Optional(
      Type.Object({
        unit: Type.Literal('us'),
        significantDigits: Type.Integer(),
        latency: buckets,
        serviceTime: buckets,
        perRequest: Type.Array(Type.Object({ name: Type.String(), latency: buckets })),
      }),
    ),
  },
  { title: 'StressRun' },
);

const change = Type.Object({
  before: number,
  after: number,
  changePercent: Type.Number({ description: 'For errors the difference in percentage points.' }),
  p: Type.Union([Type.Number(), Type.Null()], {
    description: 'Two-sided Mann-Whitney U over the intervals; null when it was not decided.',
  }),
  significant: Type.Boolean(),
  category: Type.Enum(['improved', 'regressed', 'unchanged']),
});

const metrics = Object.fromEntries(LOAD_METRICS.map((metric) => [metric, change])) as Record<
  (typeof LOAD_METRICS)[number],
  typeof change
>;

export const stressComparison = Type.Object(
  {
    schemaVersion: Type.Literal(1),
    kind: Type.Literal('stress'),
    file1: Type.String(),
    file2: Type.String(),
    comparable: Type.Boolean(),
    differences: Type.Array(Type.String(), { description: 'Why it is not the same test.' }),
    metric: Type.Enum(LATENCY_METRICS),
    thresholdPercent: Type.Union([Type.Number(), Type.Null()]),
    thresholdPassed: Type.Boolean(),
    rows: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Empty for the whole test.' }),
        count1: count,
        count2: count,
        category: Type.Enum(['improved', 'regressed', 'unchanged', 'new', 'removed']),
        metrics: Type.Object(metrics),
        overThreshold: Type.Boolean(),
      }),
    ),
  },
  { title: 'StressComparison' },
);
