/** Checks whether the generator kept up, so that the figures describe the target. */
import { roundThousandths } from '../../primitives/time/round-thousandths.js';

export interface Validity {
  readonly valid: boolean;
  /** One sentence for each problem. */
  readonly reasons: readonly string[];
  readonly lagP99Ms: number;
  readonly droppedSends: number;
  readonly cpuPercent: number;
}

export interface GeneratorFigures {
  readonly lagP99: number;
  /** Counts of iterations. */
  readonly planned: number;
  readonly dropped: number;
  readonly sent: number;
  /** CPU time of the process per load thread, in percent of the elapsed time. */
  readonly cpuPercent: number;
}

const MAX_LAG_MS = 10;
const MAX_DROPPED_SHARE = 0.001;
const MAX_CPU_PERCENT = 80;

export function checkValidity({ lagP99, planned, dropped, sent, cpuPercent }: GeneratorFigures): Validity {
  const lagP99Ms = roundThousandths(lagP99);
  const cpu = roundThousandths(cpuPercent);
  const reasons: string[] = [];
  if (sent === 0) reasons.push('nothing was sent');
  if (lagP99 > MAX_LAG_MS) {
    reasons.push(
      `1 of 100 requests was sent ${lagP99Ms} ms late or later; at most ${MAX_LAG_MS} ms are allowed`,
    );
  }
  if (dropped > MAX_DROPPED_SHARE * planned) {
    reasons.push(`${dropped} of ${planned} planned iterations were never begun; all slots were busy`);
  }
  if (cpuPercent > MAX_CPU_PERCENT) {
    reasons.push(`the generator used ${cpu} % CPU per load thread; at most ${MAX_CPU_PERCENT} % are allowed`);
  }
  return { valid: reasons.length === 0, reasons, lagP99Ms, droppedSends: dropped, cpuPercent: cpu };
}
