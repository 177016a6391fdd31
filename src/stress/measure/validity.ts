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
  /** Only of a test with workers: how far apart they started, and iterations whose outcome is unknown. */
  readonly startSpreadMs?: number;
  readonly missingSends?: number;
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

export const MAX_LAG_MS = 10;
const MAX_DROPPED_SHARE = 0.001;
export const MAX_CPU_PERCENT = 80;

export function checkValidity(figures: GeneratorFigures): Validity {
  const { lagP99, dropped, sent, cpuPercent } = figures;
  const reasons = [
    ...(sent === 0 ? [`nothing was sent${figures.unsentReason}`] : []),
    ...checkGenerator(figures),
  ];
  return {
    valid: reasons.length === 0,
    reasons,
    lagP99Ms: roundThousandths(lagP99),
    droppedSends: dropped,
    cpuPercent: roundThousandths(cpuPercent),
  };
}

/** Whether so many iterations of those planned were not sent that the figures are not those of the planned load. */
export function isTooMuch(unsent: number, planned: number): boolean {
  return unsent > MAX_DROPPED_SHARE * planned;
}

/** Returns a sentence for each problem of one process that sends load. */
export function checkGenerator(figures: Omit<GeneratorFigures, 'sent' | 'unsentReason'>): readonly string[] {
  const { lagP99, planned, dropped, cpuPercent } = figures;
  const reasons: string[] = [];
  if (lagP99 > MAX_LAG_MS) {
    const late = roundThousandths(lagP99);
    reasons.push(`1 of 100 requests was sent ${late} ms late or later; at most ${MAX_LAG_MS} ms are allowed`);
  }
  if (isTooMuch(dropped, planned)) {
    reasons.push(`${dropped} of ${planned} planned iterations were never begun; ${dropReasonText(figures)}`);
  }
  if (cpuPercent > MAX_CPU_PERCENT) {
    const cpu = roundThousandths(cpuPercent);
    reasons.push(`the generator used ${cpu} % CPU per load thread; at most ${MAX_CPU_PERCENT} % are allowed`);
  }
  return reasons;
}

/** Whether the generator itself was too slow, whatever happened to what it sent. */
export function exceedsGenerator({
  lagP99Ms,
  cpuPercent,
}: Pick<Validity, 'lagP99Ms' | 'cpuPercent'>): boolean {
  return lagP99Ms > MAX_LAG_MS || cpuPercent > MAX_CPU_PERCENT;
}

function dropReasonText({
  dropReason,
  slots,
  stopped,
}: Pick<GeneratorFigures, 'dropReason' | 'slots' | 'stopped'>): string {
  const end = stopped ? 'when the test was stopped, ' : '';
  if (dropReason === 'late') return `${end}the generator was too late to start them`;
  const all = slots === 1 ? 'the only slot was busy' : `all ${slots} slots were busy`;
  return `${end}${all} ${dropReason === 'connecting' ? 'connecting to the target' : 'waiting for responses'}`;
}
