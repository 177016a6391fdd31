import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import type { LatencySummary } from './latency.js';

export function roundSummary(summary: LatencySummary): LatencySummary {
  const { min, max, mean, stddev, p50, p95, p99 } = summary;
  return {
    min: roundThousandths(min),
    max: roundThousandths(max),
    mean: roundThousandths(mean),
    stddev: roundThousandths(stddev),
    p50: roundThousandths(p50),
    p95: roundThousandths(p95),
    p99: roundThousandths(p99),
  };
}
