/** JSON Schema (draft 2020-12) of the result of a load test (cli.md 6.8). Further fields may come; readers accept them. */
export const STRESS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Result of svc stress',
  type: 'object',
  required: [
    'duration',
    'totalRequests',
    'successCount',
    'errorCount',
    'avgRps',
    'latency',
    'thresholds',
    'perRequest',
    'error',
    'serviceTime',
    'droppedCount',
    'validity',
  ],
  properties: {
    duration: { description: 'seconds', $ref: '#/$defs/number' },
    totalRequests: { $ref: '#/$defs/count' },
    successCount: { $ref: '#/$defs/count' },
    errorCount: { $ref: '#/$defs/count' },
    avgRps: { description: 'requests finished in a second', $ref: '#/$defs/number' },
    latency: { description: 'from the planned sending to the last byte', $ref: '#/$defs/times' },
    serviceTime: { description: 'from the real sending to the last byte', $ref: '#/$defs/times' },
    thresholds: { type: 'array', items: { $ref: '#/$defs/threshold' } },
    perRequest: { type: 'array', items: { $ref: '#/$defs/request' } },
    error: { description: 'why the test could not be done; empty when it could', type: 'string' },
    stopped: { type: 'boolean' },
    mode: { enum: ['rate', 'vus'] },
    startedAt: { type: 'string', format: 'date-time' },
    finishedAt: { type: 'string', format: 'date-time' },
    seed: { type: 'integer' },
    droppedCount: { description: 'iterations that found no free slot in time', $ref: '#/$defs/count' },
    abortedCount: { description: 'requests given up because of a stop', $ref: '#/$defs/count' },
    statusCodes: { $ref: '#/$defs/counts' },
    errorKinds: { $ref: '#/$defs/counts' },
    warnings: { type: 'array', items: { type: 'string' } },
    timeSeries: { type: 'array', maxItems: 3600, items: { $ref: '#/$defs/point' } },
    validity: {
      type: 'object',
      required: ['valid', 'reasons', 'lagP99Ms', 'droppedSends', 'cpuPercent'],
      properties: {
        valid: { description: 'the generator kept up', type: 'boolean' },
        reasons: { type: 'array', items: { type: 'string' } },
        lagP99Ms: { $ref: '#/$defs/number' },
        droppedSends: { $ref: '#/$defs/count' },
        cpuPercent: { description: 'for each load thread', $ref: '#/$defs/number' },
      },
    },
  },
  $defs: {
    count: { type: 'integer', minimum: 0 },
    counts: { type: 'object', additionalProperties: { $ref: '#/$defs/count' } },
    number: { type: 'number', minimum: 0 },
    times: numbers('milliseconds', ['min', 'max', 'mean', 'stddev', 'p50', 'p95', 'p99']),
    threshold: {
      type: 'object',
      required: ['metric', 'threshold', 'actual', 'passed'],
      properties: {
        metric: { enum: ['p50', 'p95', 'p99', 'max', 'mean', 'errors', 'rps'] },
        threshold: { description: 'as configured', type: 'string' },
        actual: { description: 'milliseconds, percent or requests in a second', type: 'number' },
        passed: { type: 'boolean' },
      },
    },
    request: {
      type: 'object',
      required: ['name', 'count', 'successCount', 'errorCount'],
      properties: {
        name: { type: 'string' },
        count: { $ref: '#/$defs/count' },
        successCount: { $ref: '#/$defs/count' },
        errorCount: { $ref: '#/$defs/count' },
      },
      allOf: [numbers('milliseconds', ['avgMs', 'minMs', 'maxMs', 'p50Ms', 'p95Ms', 'p99Ms'])],
    },
    point: numbers('of one interval that ends t seconds after the start', [
      't',
      'total',
      'errors',
      'rps',
      'p95Ms',
      'activeVUs',
    ]),
  },
};

function numbers(description: string, names: readonly string[]): object {
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/number' }]));
  return { description, type: 'object', required: names, properties };
}
