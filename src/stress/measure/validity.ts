/** Checks whether the generator kept up, so that the figures describe the target. */
import type { DropReason } from './load-recorder.js';
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
  /** What kept most of the dropped iterations from starting. */
  readonly dropReason: DropReason;
  /** How many iterations may be in flight at the same time. */
  readonly slots: number;
  readonly sent: number;
  /** Why nothing was sent, if that is the case. */
  readonly unsentReason: string;
  readonly stopped: boolean;
  /** CPU time of the process per load thread, in percent of the elapsed time. */
  readonly cpuPercent: number;
}

const MAX_LAG_MS = 10;
const MAX_DROPPED_SHARE = 0.001;
const MAX_CPU_PERCENT = 80;

export function checkValidity(figures: GeneratorFigures): Validity {
  const { lagP99, planned, dropped, sent, cpuPercent } = figures;
  const lagP99Ms = roundThousandths(lagP99);
  const cpu = roundThousandths(cpuPercent);
  const reasons: string[] = [];
  if (sent === 0) reasons.push(`nothing was sent${figures.unsentReason}`);
  if (lagP99 > MAX_LAG_MS) {
    reasons.push(
      `1 of 100 requests was sent ${lagP99Ms} ms late or later; at most ${MAX_LAG_MS} ms are allowed`,
    );
  }
  if (dropped > MAX_DROPPED_SHARE * planned) {
    reasons.push(`${dropped} of ${planned} planned iterations were never begun; ${dropReasonText(figures)}`);
  }
  if (cpuPercent > MAX_CPU_PERCENT) {
    reasons.push(`the generator used ${cpu} % CPU per load thread; at most ${MAX_CPU_PERCENT} % are allowed`);
  }
  return { valid: reasons.length === 0, reasons, lagP99Ms, droppedSends: dropped, cpuPercent: cpu };
}

/** Whether the generator itself was too slow, whatever happened to what it sent. */
export function exceedsGenerator({
  lagP99Ms,
  cpuPercent,
}: Pick<Validity, 'lagP99Ms' | 'cpuPercent'>): boolean {
  return lagP99Ms > MAX_LAG_MS || cpuPercent > MAX_CPU_PERCENT;
}

function dropReasonText({ dropReason, slots, stopped }: GeneratorFigures): string {
  const end = stopped ? 'when the test was stopped, ' : '';
  if (dropReason === 'late') return `${end}the generator was too late to start them`;
  const all = slots === 1 ? 'the only slot was busy' : `all ${slots} slots were busy`;
  return `${end}${all} ${dropReason === 'connecting' ? 'connecting to the target' : 'waiting for responses'}`;
}
