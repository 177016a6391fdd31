import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { SecretSet } from '../../redaction/secret-set.js';
import { readStressOptions } from '../../stress/plan/stress-options.js';
import type { LiveStatistics, StressResult, StressUpdate } from '../../stress/measure/stress-result.js';
import { styler } from '../console/style.js';
import { stressConsole } from './stress-console.js';
import { renderStressHtml } from './stress-html.js';
import { stressLine } from './stress-line.js';
import { stressMetrics } from './stress-metrics.js';
import { STRESS_SCHEMA } from './stress-schema.js';

const latency = { min: 2.1, max: 120.4, mean: 8.4, stddev: 7.7, p50: 6.9, p95: 21.3, p99: 48 };
const worker = {
  version: '1.0.0',
  threads: 2,
  totalRequests: 450_000,
  errorCount: 0,
  avgRps: 7500,
  droppedCount: 0,
  missingCount: 0,
  lagP99Ms: 0.4,
  cpuPercent: 41,
  clockErrorMs: 0.2,
  lostAt: null,
  backAt: null,
  adoptedBy: [],
};
const LOST = 'worker eu-2 was lost after 41.6 s; 137956 of 1800000 planned iterations are missing';
const distributed: StressResult = {
  duration: 60.01,
  latency,
  error: '',
  errorKind: '',
  stopped: false,
  mode: 'rate',
  startedAt: '2031-01-02T03:04:05.000Z',
  finishedAt: '2031-01-02T03:05:05.000Z',
  seed: 7,
  serviceTime: { ...latency, min: 2 },
  droppedCount: 0,
  abortedCount: 0,
  statusCodes: { 200: 1_212_044 },
  errorKinds: {},
  warnings: [],
  timeSeries: [],
  stressId: 0,
  totalRequests: 1_212_044,
  successCount: 1_212_044,
  errorCount: 0,
  avgRps: 20_200.7,
  thresholds: [],
  perRequest: [],
  errorGroups: [],
  runId: 'k3v9q0z1m7ab',
  startSpreadMs: 1.5,
  missingCount: 137_956,
  adoptedCount: 0,
  workers: [
    { ...worker, name: 'eu-1' },
    {
      ...worker,
      name: 'eu-2',
      totalRequests: 312_044,
      missingCount: 137_956,
      cpuPercent: 44,
      lagP99Ms: 0.52,
      clockErrorMs: 0.31,
      lostAt: 41.612,
      adoptedBy: ['eu-1', 'eu-3'],
    },
    { ...worker, name: 'eu-3', totalRequests: 449_990, lostAt: 2, backAt: 5.04 },
  ],
  validity: {
    valid: false,
    reasons: [LOST],
    lagP99Ms: 0.5,
    droppedSends: 0,
    cpuPercent: 44,
    startSpreadMs: 1.5,
    missingSends: 137_956,
  },
};

const report = {
  files: ['shop.http'],
  secrets: new SecretSet(),
  style: styler(false),
  columns: Infinity,
};

describe('the report of a test with workers', () => {
  const load = readStressOptions({ duration: 60_000, rate: 30_000, seed: 7, maxVUs: 400 });

  it('has a line for each worker', () => {
    const times = 'min 2.1  mean 8.4  p50 6.9  p95 21.3  p99 48.0  max 120.4  stddev 7.7 ms';
    expect(stressConsole({ ...report, result: distributed, stress: load }))
      .toBe(`Stress: shop.http  rate 30000/s for 1m, at most 400 in flight, 3 workers with 6 threads
Requests    1212044 total, 1212044 ok, 0 errors (0.00%), 0 dropped, 137956 missing
Rate        20200.7/s achieved of 30000.0/s planned
Latency     ${times}
Service     ${times.replace('2.1', '2.0')}
Request    count    ok  errors    avg    p95    p99
Worker  threads  requests  lag p99  cpu  clock
  eu-1        2    450000    0.4ms  41%  ±0.2ms
  eu-2        2    312044    0.5ms  44%  ±0.3ms  lost after 41.6s, 137956 missing, adopted by eu-1, eu-3
  eu-3        2    449990    0.4ms  41%  ±0.2ms  lost after 2.0s, back after 5.0s
Measured without thresholds: nothing could fail
Validity    invalid: ${LOST}
`);
  });

  it('has a row for each worker as a page', () => {
    const facts = { name: 'Load test', load: '', files: ['shop.http'], environment: '' };
    const html = [...renderStressHtml(distributed, facts, '1.0.0')].join('');
    expect(html).toContain('<h2>Workers</h2>');
    expect(html).toContain('<tr class="bad"><th scope="row">eu-2</th><td class="number">2</td>');
    expect(html).toContain('<td class="number">lost after 41.6s, 137956 missing, adopted by eu-1, eu-3</td>');
    const { workers: _, ...local } = distributed;
    expect([...renderStressHtml(local, facts, '1.0.0')].join('')).not.toContain('Workers');
  });

  it('matches its schema', () => {
    const check = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(STRESS_SCHEMA);
    expect(check(JSON.parse(JSON.stringify(distributed)))).toBe(true);
  });

  it('says how many are there while it runs', () => {
    const stats = { rps: 1, success: 2, errors: 0, p95Ms: 3, activeVUs: 4 } as LiveStatistics;
    const states = ['load', 'lost', 'load', 'load'] as const;
    const workers = states.map((state, index) => ({
      name: `eu-${index + 1}`,
      state,
      total: 10,
      rps: 1,
      lagP99Ms: 2,
    }));
    const update = { phase: 'load', elapsed: 1, stats, workers } as unknown as StressUpdate;
    expect(stressLine(update, load)).toMatch(/ {2}4 active {2}3 of 4 workers$/);
    const [first] = workers;
    expect(stressLine({ ...update, workers: first ? [first] : [] }, load)).toMatch(/ {2}1 worker$/);
    const metrics = stressMetrics(update);
    expect(metrics).toContain('svc_stress_worker_up{worker="eu-2"} 0\n');
    expect(metrics).toContain('svc_stress_worker_requests_total{worker="eu-1"} 10\n');
    expect(metrics).toContain('svc_stress_worker_lag_p99_seconds{worker="eu-1"} 0.002\n');
    expect(stressLine({ ...update, phase: 'handout' }, load)).toBe('handout');
  });
});
