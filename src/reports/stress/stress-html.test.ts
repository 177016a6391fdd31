import { describe, expect, it } from 'vitest';
import type { StressResult } from '../../stress/measure/stress-result.js';
import { svgChart } from '../html/svg-chart.js';
import { renderStressHtml } from './stress-html.js';

const times = { min: 1, max: 90, mean: 9, stddev: 2, p50: 8, p95: 40, p99: 70 };
const point = { total: 50, errors: 0, rps: 50, p50Ms: 8, p95Ms: 40, p99Ms: 70, meanMs: 9, activeVUs: 3 };
const RESULT: StressResult = {
  duration: 2,
  totalRequests: 100,
  successCount: 97,
  errorCount: 3,
  avgRps: 50,
  latency: times,
  thresholds: [
    { metric: 'p95', threshold: '<30ms', actual: 40, passed: false, measured: true },
    { metric: 'rps', threshold: '>=10', actual: 50, passed: true, measured: true },
  ],
  perRequest: [
    {
      name: '<b>order</b>',
      count: 100,
      successCount: 97,
      errorCount: 3,
      avgMs: 9,
      minMs: 1,
      maxMs: 90,
      p50Ms: 8,
      p95Ms: 40,
      p99Ms: 70,
    },
  ],
  error: '',
  errorKind: '',
  stopped: false,
  mode: 'rate',
  startedAt: '2031-04-05T06:07:08.000Z',
  finishedAt: '2031-04-05T06:07:10.000Z',
  seed: 7,
  serviceTime: times,
  droppedCount: 0,
  abortedCount: 0,
  statusCodes: { 200: 97 },
  errorKinds: { timeout: 3 },
  errorGroups: [{ count: 3, name: 'order', kind: 'timeout', message: 'no response within 1 s' }],
  warnings: ['hooks are not run'],
  timeSeries: [
    { t: 1, ...point },
    { t: 2, ...point, errors: 3, errorKinds: { timeout: 3 } },
  ],
  validity: { valid: true, reasons: [], lagP99Ms: 0.4, droppedSends: 0, cpuPercent: 31 },
  stressId: 4,
};
const FACTS = {
  name: 'Load test 4: before',
  load: 'rate 50/s, 2s',
  files: ['shop.http'],
  environment: 'dev',
};

function page(changes: Partial<StressResult> = {}): string {
  return [...renderStressHtml({ ...RESULT, ...changes }, FACTS, '1.2.3')].join('');
}

describe('a load test as a page', () => {
  it('shows verdict, figures, charts with limits, and everything as tables', () => {
    const html = page();
    expect(html).toContain('<p class="verdict failed">1 of 2 thresholds missed</p>');
    expect(html).toContain('<h1>Load test 4: before</h1>');
    expect(html.match(/<figcaption>[^<]+/g)).toEqual([
      '<figcaption>Latency of each interval',
      '<figcaption>Requests per second',
      '<figcaption>Errors of each interval by kind',
      '<figcaption>Active users',
    ]);
    expect(html).toContain('<line class="limit missed"');
    expect(html).toContain('<line class="limit met"');
    expect(html).toContain('aria-label="Latency of each interval. p50: 8.0 ms to 8.0 ms;');
    for (const title of ['Thresholds', 'Requests', 'Errors', 'Status codes', 'Remarks', 'Intervals']) {
      expect(html).toContain(`<h2>${title}</h2>`);
    }
    expect(html).toContain('timeout: no response within 1 s');
  });

  it('runs no script, has no style attribute, and escapes what was measured', () => {
    const html = page();
    expect(html).toContain('&lt;b&gt;order&lt;/b&gt;');
    expect(html).not.toContain('<b>order');
    expect(html).not.toMatch(/ style=/);
    expect(html).toContain('<script></script>');
  });

  it.each([
    [{ error: 'no request got a response' }, 'Failed: no request got a response'],
    [{ thresholds: [], stopped: true }, 'Stopped early'],
    [{ thresholds: [] }, 'Measured'],
    [{ thresholds: RESULT.thresholds.slice(1) }, 'All thresholds met'],
  ])('with %j says %s', (changes, verdict) => {
    expect(page(changes)).toContain(`">${verdict}</p>`);
  });

  it('of a test without requests has no chart', () => {
    const html = page({ timeSeries: [], perRequest: [], errorGroups: [], warnings: [], statusCodes: {} });
    expect(html).not.toContain('<figure');
    expect(html).toContain('<div class="charts">');
  });
});

describe('svgChart', () => {
  it('leaves gaps where nothing was measured, and marks a single value', () => {
    const draw = (...values: (number | null)[]): string | undefined =>
      /<path class="line c1" d="([^"]*)"/.exec(
        svgChart({
          title: 'T',
          lines: [{ name: 'a', kind: 'c1', points: values.map((value, at) => [at, value] as const) }],
          xText: String,
          yText: String,
        }),
      )?.[1];
    expect(draw(1, null, 2, 3)?.match(/[MLh]/g)).toEqual(['M', 'M', 'L']);
    expect(draw(5)?.match(/[MLh]/g)).toEqual(['M', 'h']);
    expect(draw(null)).toBe('');
  });
});
