import { printableLine } from '../../primitives/printable.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { FindResult, FindStep } from '../../stress/measure/find-figures.js';
import { holds } from '../../stress/measure/thresholds.js';
import { MAX_CPU_PERCENT, MAX_LAG_MS } from '../../stress/measure/validity.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { Styler } from '../console/style.js';
import { limitValueText, thresholdText } from './stress-text.js';

export interface FindReport {
  readonly find: FindResult;
  readonly stress: StressOptions;
  readonly files: readonly string[];
  readonly secrets: SecretSet;
  readonly style: Styler;
}

const RATE_WIDTH = 6;
const VERDICT_WIDTH = 11;

/** The steps of a search and what ended it. */
export function findConsole(report: FindReport): string {
  const { find, files, secrets, style } = report;
  const limits = Object.entries(find.limits).map(([metric, threshold]) =>
    thresholdText({ metric, threshold }),
  );
  const title = printableLine(`Find: ${secrets.redact(files.join(', '))}  ${limits.join(', ')}`);
  const lines = tryTexts(find).map(({ step, remark }) => stepLine(step, remark, style));
  return [style('bold', title), ...lines, `Highest rate  ${findEnding(report)}`, ''].join('\n');
}

interface ShownStep {
  readonly step: FindStep;
  readonly remark: string;
}

/** One line for both tries of a rate. */
function tryTexts({ steps, rate }: FindResult): readonly ShownStep[] {
  const shown: ShownStep[] = [];
  const held = new Set<number>();
  for (let index = 0; index < steps.length; index++) {
    const [first, second] = [steps[index], steps[index + 1]];
    if (!first) continue;
    const isRepeated = first.verdict !== 'held' && second?.rate === first.rate;
    const step = isRepeated ? second : first;
    if (isRepeated) index++;
    const confirms = held.has(step.rate);
    held.add(step.rate);
    shown.push({ step, remark: remarkOf(step, isRepeated, confirms && rate > 0) });
  }
  return shown;
}

function remarkOf({ verdict, seconds }: FindStep, isRepeated: boolean, confirms: boolean): string {
  const length = `${Math.round(seconds)}s`;
  if (verdict !== 'held') return isRepeated ? '  (twice)' : '';
  if (confirms) return `  (confirmed, ${length}${isRepeated ? ', second try' : ''})`;
  return isRepeated ? '  (second try)' : '';
}

function stepLine({ rate, verdict, values }: FindStep, remark: string, style: Styler): string {
  const word =
    style(verdict === 'held' ? 'green' : 'red', verdict) + ' '.repeat(VERDICT_WIDTH - verdict.length);
  const measured = Object.entries(values).map(
    ([metric, value]) => `${metric} ${limitValueText(metric, value)}`,
  );
  return `${String(rate).padStart(RATE_WIDTH)}/s  ${word}${measured.join('  ')}${remark}`;
}

/** `734/s; the target ended it: at 766/s p95 was 236ms (12 steps, 77s)` */
export function findEnding({ find, stress }: Pick<FindReport, 'find' | 'stress'>): string {
  const { rate, steps, seconds } = find;
  const failed = steps.findLast((step) => step.rate === find.failedAt && step.verdict !== 'held');
  const counts = `(${formatCount(steps.length, 'step')}, ${Math.round(seconds)}s)`;
  const reason = failed ? failureText(failed, stress) : '';
  if (rate === 0 && find.limitedBy !== 'budget' && failed)
    return `no rate holds: ${noRateText(failed, reason)} ${counts}`;
  return `${rateText(find, failed, reason)} ${counts}`;
}

function noRateText({ verdict, rate }: FindStep, reason: string): string {
  return verdict === 'slots' ? `all slots were busy at ${rate}/s; raise --max-vus` : reason;
}

function rateText({ rate, limitedBy }: FindResult, failed: FindStep | undefined, reason: string): string {
  switch (limitedBy) {
    case 'range':
      return `${rate}/s held; the target may take more`;
    case 'slots':
      return `${rate}/s; all slots were busy at ${failed?.rate}/s; raise --max-vus`;
    case 'generator':
      return `${rate}/s; the generator ended it: ${reason}; the target may take more`;
    case 'target':
      return `${rate}/s; the target ended it: ${reason}`;
    case 'budget':
      return rate === 0 ? 'no rate was found in time' : `${rate}/s; the time ended it before a closer answer`;
  }
}

/** `at 766/s p95 was 236ms`, of the first limit that does not hold. */
function failureText(
  { rate, verdict, values, lagP99Ms, cpuPercent }: FindStep,
  { find }: StressOptions,
): string {
  if (verdict === 'generator') {
    if (lagP99Ms > MAX_LAG_MS)
      return `at ${rate}/s 1 of 100 requests was sent ${lagP99Ms.toFixed(1)} ms late`;
    return cpuPercent > MAX_CPU_PERCENT
      ? `at ${rate}/s it used ${Math.round(cpuPercent)} % CPU per load thread`
      : `at ${rate}/s a worker was lost or began too late`;
  }
  const broken = find?.limits.find((limit) => {
    const value = values[limit.metric] ?? 0;
    return !holds(limit, limit.metric === 'errors' ? value / 100 : value);
  });
  if (!broken) return `at ${rate}/s no request got a complete response`;
  const { metric } = broken;
  return `at ${rate}/s ${metric} was ${limitValueText(metric, values[metric] ?? 0)}`;
}
