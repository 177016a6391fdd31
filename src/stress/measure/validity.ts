/** Whether the generator kept up, so that the numbers tell of the target (server.md 10.4). */
import { rounded } from './rounding.js';

export interface Validity {
  readonly valid: boolean;
  /** One sentence for each thing that is wrong. */
  readonly reasons: readonly string[];
  readonly lagP99Ms: number;
  readonly droppedSends: number;
  readonly cpuPercent: number;
}

export interface GeneratorFigures {
  readonly lagP99: number;
  /** Iterations. */
  readonly planned: number;
  readonly dropped: number;
  readonly sent: number;
  /** CPU time of the process for each load thread, in percent of the elapsed time. */
  readonly cpuPercent: number;
}

const MOST_LAG = 10;
const MOST_DROPPED = 0.001;
const MOST_CPU = 80;

export function checkValidity({ lagP99, planned, dropped, sent, cpuPercent }: GeneratorFigures): Validity {
  const lagP99Ms = rounded(lagP99);
  const cpu = rounded(cpuPercent);
  const reasons: string[] = [];
  if (sent === 0) reasons.push('nothing was sent');
  if (lagP99 > MOST_LAG) {
    reasons.push(
      `1 of 100 requests was sent ${lagP99Ms} ms late or later; at most ${MOST_LAG} ms are allowed`,
    );
  }
  if (dropped > MOST_DROPPED * planned) {
    reasons.push(`${dropped} of ${planned} planned iterations were never begun; all slots were busy`);
  }
  if (cpuPercent > MOST_CPU) {
    reasons.push(`the generator used ${cpu} % CPU per load thread; at most ${MOST_CPU} % are allowed`);
  }
  return { valid: reasons.length === 0, reasons, lagP99Ms, droppedSends: dropped, cpuPercent: cpu };
}
