import type { StressUpdate, WorkerUpdate } from '../../stress/measure/stress-result.js';

export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The live numbers for Prometheus and others: https://prometheus.io/docs/specs/om/open_metrics_spec/ */
export function stressMetrics({ elapsed, stats, workers = [] }: StressUpdate): string {
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
    ...workerFamilies(workers),
    '# EOF',
  ];
  return `${lines.join('\n')}\n`;
}

function workerFamilies(workers: readonly WorkerUpdate[]): string[] {
  if (workers.length === 0) return [];
  const samples = (
    suffix: string,
    valueOf: (worker: WorkerUpdate) => number,
  ): readonly (readonly [string, number])[] =>
    workers.map((worker) => [`${suffix}{worker="${worker.name}"}`, valueOf(worker)] as const);
  return [
    ...family(
      'svc_stress_worker_up',
      'gauge',
      'Whether the worker is there.',
      samples('', ({ state }) => (state === 'lost' ? 0 : 1)),
    ),
    ...family(
      'svc_stress_worker_requests',
      'counter',
      'Requests that the worker has finished.',
      samples('_total', ({ total }) => total),
    ),
    ...family(
      'svc_stress_worker_lag_p99_seconds',
      'gauge',
      'How late the worker sends.',
      samples('', ({ lagP99Ms }) => lagP99Ms / 1000),
    ),
  ];
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
