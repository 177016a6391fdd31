import type { StressUpdate } from '../../stress/measure/stress-result.js';

export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The live numbers for Prometheus and others: https://prometheus.io/docs/specs/om/open_metrics_spec/ */
export function stressMetrics({ elapsed, stats }: StressUpdate): string {
  const { total, success, errors, rps, currentRps, activeVUs, errorRate } = stats;
  const quantiles = [
    ['0.5', stats.p50Ms],
    ['0.95', stats.p95Ms],
    ['0.99', stats.p99Ms],
  ] as const;
  const lines = [
    ...family('svc_stress_requests', 'counter', 'Requests finished since the load began.', [
      ['_total{outcome="success"}', success],
      ['_total{outcome="error"}', errors],
    ]),
    ...family('svc_stress_latency_seconds', 'summary', 'Time from the planned sending to the last byte.', [
      ...quantiles.map(([quantile, value]) => [`{quantile="${quantile}"}`, value / 1000] as const),
      ['_count', total],
    ]),
    ...family('svc_stress_latency_max_seconds', 'gauge', 'Longest of these times.', [
      ['', stats.maxMs / 1000],
    ]),
    ...family('svc_stress_requests_per_second', 'gauge', 'Requests finished in a second.', [
      ['{window="all"}', rps],
      ['{window="1s"}', currentRps],
    ]),
    ...family('svc_stress_error_ratio', 'gauge', 'Share of requests that failed.', [['', errorRate]]),
    ...family('svc_stress_active_users', 'gauge', 'Users at work, or iterations in flight.', [
      ['', activeVUs],
    ]),
    ...family('svc_stress_elapsed_seconds', 'gauge', 'Time since the load began.', [['', elapsed]]),
    '# EOF',
  ];
  return `${lines.join('\n')}\n`;
}

function family(
  name: string,
  type: 'counter' | 'gauge' | 'summary',
  help: string,
  samples: readonly (readonly [suffix: string, value: number])[],
): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(name.endsWith('_seconds') ? [`# UNIT ${name} seconds`] : []),
    `# HELP ${name} ${help}`,
    ...samples.map(([suffix, value]) => `${name}${suffix} ${value}`),
  ];
}
