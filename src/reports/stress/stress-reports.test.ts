import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { SecretSet } from '../../redaction/secret-set.js';
import { readStressOptions } from '../../stress/plan/stress-options.js';
import type { LiveStatistics, StressResult } from '../../stress/measure/stress-result.js';
import { stressConsole } from './stress-console.js';
import { stressJson } from './stress-json.js';
import { stressLine } from './stress-line.js';
import { stressMetrics } from './stress-metrics.js';
import { STRESS_SCHEMA } from './stress-schema.js';
import { styler } from '../console/style.js';
import { textWidth } from '../console/text-width.js';

const latency = { min: 2.1, max: 120.4, mean: 8.4, stddev: 7.7, p50: 6.9, p95: 21.3, p99: 48 };
const ZEROS = { min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p95: 0, p99: 0 };
const NO_TIMES = { avgMs: 0, minMs: 0, maxMs: 0, p50Ms: 0, p95Ms: 0, p99Ms: 0 };
const request = { avgMs: 12.2, minMs: 1, maxMs: 99, p50Ms: 9, p95Ms: 30.7, p99Ms: 66 };
const result: StressResult = {
  duration: 30.01,
  totalRequests: 1500,
  successCount: 1497,
  errorCount: 3,
  avgRps: 49.9,
  latency,
  thresholds: [
    { metric: 'p95', threshold: '<200ms', actual: 21.3, passed: true, measured: true },
    { metric: 'errors', threshold: '0.1%', actual: 0.2, passed: false, measured: true },
    { metric: 'rps', threshold: '40', actual: 49.9, passed: true, measured: true },
  ],
  perRequest: [
    { name: 'createOrder', count: 498, successCount: 496, errorCount: 2, ...request },
    { name: 'read\u001b[31mOrder', count: 1002, successCount: 1001, errorCount: 1, ...request, avgMs: 0.071 },
  ],
  error: '',
  errorKind: '',
  stopped: false,
  mode: 'rate',
  startedAt: '2031-01-02T03:04:05.000Z',
  finishedAt: '2031-01-02T03:04:35.000Z',
  seed: 7,
  serviceTime: { ...latency, min: 2 },
  droppedCount: 0,
  abortedCount: 0,
  statusCodes: { 200: 1497, 500: 2 },
  errorKinds: { assertion: 2, timeout: 1 },
  errorGroups: [
    { count: 2, name: 'createOrder', kind: 'assertion', message: 'status 503, expected 200' },
    { count: 1, name: '', kind: 'connect', message: '127.0.0.1:8099 refused the connection' },
  ],
  warnings: [],
  timeSeries: [
    { t: 1, total: 50, errors: 0, rps: 50, p95Ms: 20, activeVUs: 3, p50Ms: 9, p99Ms: 30, meanMs: 10 },
  ],
  validity: { valid: true, reasons: [], lagP99Ms: 0.412, droppedSends: 0, cpuPercent: 31.2 },
  stressId: 0,
};
const stress = readStressOptions({ duration: 30_000, rate: 50, seed: 7 });
const report = {
  result,
  stress,
  files: ['shop/orders.http'],
  secrets: new SecretSet(),
  style: styler(false),
  columns: Infinity,
};

describe('stressConsole', () => {
  it('prints a summary', () => {
    expect(stressConsole(report)).toBe(`Stress: shop/orders.http  rate 50/s for 30s, at most 100 in flight
Requests    1500 total, 1497 ok, 3 errors (0.20%), 0 dropped
Rate        49.9/s achieved of 50.0/s planned
Latency     min 2.1  mean 8.4  p50 6.9  p95 21.3  p99 48.0  max 120.4  stddev 7.7 ms
Service     min 2.0  mean 8.4  p50 6.9  p95 21.3  p99 48.0  max 120.4  stddev 7.7 ms
Errors      2 × status 503, expected 200 (createOrder)
            1 × connect: 127.0.0.1:8099 refused the connection
Request                  count    ok  errors    avg    p95    p99
  createOrder              498   496       2   12.2   30.7   66.0
  read\\u001b[31mOrder     1002  1001       1   0.07   30.7   66.0
Thresholds
  ✓ p95 < 200ms      21.3ms
  ✗ errors <= 0.1%   0.20%
  ✓ rps >= 40        49.9/s
Validity    valid (lag p99 0.41ms, 0 dropped, cpu 31%)
`);
  });

  it('shows users, stops and a generator that did not keep up', () => {
    const text = stressConsole({
      ...report,
      stress: readStressOptions({ duration: 90_000, vus: 1, rampUp: 5000, thinkTime: 250 }),
      files: ['a.http', 'b.http', 'c.http', 'd.http', 'e.http'],
      result: {
        ...result,
        abortedCount: 4,
        thresholds: [],
        validity: { ...result.validity, valid: false, reasons: ['it was late', 'it was busy'] },
      },
    });
    expect(text).toContain(
      'Stress: a.http, b.http, c.http and 2 more  1 user for 1m30s, ramp-up 5s, think time 250ms\n',
    );
    expect(text).toContain('0 dropped, 4 aborted\nRate        49.9/s achieved\n');
    expect(text).toContain(
      'Measured without thresholds: nothing could fail\nValidity    invalid (lag p99 0.41ms, 0 dropped, cpu 31%)\n  it was late\n  it was busy\n',
    );
  });

  it('says without thresholds that the test failed as a whole, and with them only what they say', () => {
    const failed = { ...result, thresholds: [], error: 'none of 30 requests passed', errorKind: 'assertion' };
    const text = stressConsole({ ...report, result: failed });
    expect(text).toContain('Measured without thresholds: nothing could fail, yet the test failed\n');
    expect(stressConsole(report)).not.toContain('Measured without');
  });

  it('says that nothing was measured', () => {
    const text = stressConsole({
      ...report,
      result: {
        ...result,
        latency: ZEROS,
        serviceTime: ZEROS,
        perRequest: [{ name: 'a', count: 3, successCount: 0, errorCount: 3, ...NO_TIMES }],
        thresholds: [{ metric: 'p95', threshold: '<200ms', actual: 0, passed: false, measured: false }],
      },
    });
    expect(text).toContain('Latency     no data\nService     no data\n');
    expect(text).toContain('  a            3     0       3      -      -      -\n');
    expect(text).toContain('  ✗ p95 < 200ms   no data\n');
  });

  it('shows ten kinds of errors, and counts the others', () => {
    const errorGroups = Array.from({ length: 13 }, (_, number) => ({
      count: 20 - number,
      name: 'a',
      kind: 'assertion',
      message: `status ${500 + number}`,
    }));
    const text = stressConsole({ ...report, result: { ...result, errorGroups } });
    expect(text).toContain('\n            11 × status 509 (a)\n            27 × other errors\nRequest');
    expect(text).not.toContain('status 510');
  });

  it('has the layout of the documentation, with room to spare', () => {
    const example = {
      ...result,
      errorGroups: [],
      serviceTime: { min: 2, mean: 8.1, p50: 6.7, p95: 20.8, p99: 46.1, max: 118.9, stddev: 7.5 },
      perRequest: [
        { name: 'createOrder', count: 498, successCount: 496, errorCount: 2, ...request },
        {
          name: 'readOrder',
          count: 1002,
          successCount: 1001,
          errorCount: 1,
          ...request,
          avgMs: 6.5,
          p95Ms: 15.1,
          p99Ms: 29.4,
        },
      ],
      thresholds: [
        { metric: 'p95', threshold: '<200ms', actual: 21.3, passed: true, measured: true },
        { metric: 'errors', threshold: '<0.1%', actual: 0.2, passed: false, measured: true },
      ],
    } as const;
    const expected = `Stress: shop/orders.http  rate 50/s for 30s, at most 100 in flight
Requests    1500 total, 1497 ok, 3 errors (0.20%), 0 dropped
Rate        49.9/s achieved of 50.0/s planned
Latency     min 2.1  mean 8.4  p50 6.9  p95 21.3  p99 48.0  max 120.4  stddev 7.7 ms
Service     min 2.0  mean 8.1  p50 6.7  p95 20.8  p99 46.1  max 118.9  stddev 7.5 ms
Request          count    ok  errors    avg    p95    p99
  createOrder      498   496       2   12.2   30.7   66.0
  readOrder       1002  1001       1    6.5   15.1   29.4
Thresholds
  ✓ p95 < 200ms     21.3ms
  ✗ errors < 0.1%   0.20%
Validity    valid (lag p99 0.41ms, 0 dropped, cpu 31%)
`;
    for (const columns of [84, 120, Infinity]) {
      expect(stressConsole({ ...report, result: example, columns })).toBe(expected);
    }
  });

  it.each([60, 80, 100])('fits %i columns', (columns) => {
    const name = 'readOrderWithAllOfItsLinesAndTheCustomerAndTheHistoryOfEverything';
    const [first] = result.perRequest;
    const text = stressConsole({
      ...report,
      columns,
      files: ['shop/of/many/folders/orders.http', 'shop/of/many/folders/customers.http'],
      result: {
        ...result,
        perRequest: first ? [{ ...first, name }] : [],
        errorGroups: [
          { count: 12, name, kind: 'assertion', message: 'status 503, expected 200' },
          { count: 7, name, kind: 'assertion', message: `expect body.${'x'.repeat(150)} exists (line 9)` },
        ],
        validity: { ...result.validity, valid: false, reasons: ['a reason that is '.repeat(9).trim()] },
      },
    });
    for (const line of text.trimEnd().split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(columns);
    expect(text).toContain('…');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('max 120.4 stddev 7.7 ms');
  });

  it('masks secrets, as the JSON does', () => {
    const secrets = new SecretSet();
    secrets.add('createOrder');
    expect(stressConsole({ ...report, secrets })).not.toContain('createOrder');
    expect(stressJson(result, secrets)).not.toContain('createOrder');
  });
});

describe('stressJson', () => {
  it('is what the schema describes, and nothing else', () => {
    const accepts = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(
      STRESS_SCHEMA,
    );
    const parsed = JSON.parse(stressJson(result, new SecretSet())) as Record<string, unknown>;
    expect(accepts(parsed), JSON.stringify(accepts.errors)).toBe(true);
    expect(Object.keys(parsed).filter((key) => !(key in STRESS_SCHEMA.properties))).toEqual([]);
    expect(accepts({ ...parsed, latency: {} })).toBe(false);
  });
});

const stats: LiveStatistics = {
  total: 603,
  success: 601,
  errors: 2,
  rps: 50.12,
  p50Ms: 5,
  p95Ms: 21.34,
  p99Ms: 40,
  maxMs: 99.5,
  errorRate: 0.003,
  activeVUs: 8,
  currentRps: 51,
};

const interval = { p50Ms: 4, p95Ms: 20, p99Ms: 39, meanMs: 6 };
const more = { stats, interval, errorKinds: {}, errorGroups: [] };

describe('while a test runs', () => {
  it('one line shows the progress', () => {
    expect(stressLine({ phase: 'load', elapsed: 12.4, ...more }, stress)).toBe(
      '00:12/00:30  50.1/s  601 ok  2 err  p95 21.3ms  8 active',
    );
    expect(
      stressLine({ phase: 'drain', elapsed: 3723, ...more }, { ...stress, duration: 7_200_000 }),
    ).toMatch(/^1:02:03\/2:00:00 {2}/);
    expect(stressLine({ phase: 'setup', elapsed: 0, ...more }, stress)).toBe('setup');
  });

  it('metrics are OpenMetrics', () => {
    const text = stressMetrics({ phase: 'load', elapsed: 12.4, ...more });
    expect(text).toContain(
      '# TYPE svc_stress_requests counter\n# HELP svc_stress_requests Requests finished since the load began.\nsvc_stress_requests_total{outcome="success"} 601\nsvc_stress_requests_total{outcome="error"} 2\n',
    );
    expect(text).toContain(
      '# TYPE svc_stress_latency_seconds summary\n# UNIT svc_stress_latency_seconds seconds\n',
    );
    expect(text).toContain('svc_stress_latency_seconds{quantile="0.5"} 0.005\n');
    expect(text).toContain('svc_stress_latency_seconds_count 603\n');
    expect(text.endsWith('\n# EOF\n')).toBe(true);
    const families = text.split('\n').flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
    expect(new Set(families).size).toBe(families.length);
  });
});
