import { durationText } from '../../primitives/duration.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { errorGroupText, type ErrorGroup } from '../../stress/measure/error-groups.js';
import type { LatencySummary } from '../../stress/measure/latency.js';
import type { StressOptions } from '../../stress/plan/stress-options.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import type { ThresholdResult } from '../../stress/measure/thresholds.js';
import type { Styler } from '../console/style.js';
import { textWidth } from '../console/text-width.js';
import { joinParts, shortenMiddle, wrapWords } from './fit-text.js';
import { highestTarget, meanTarget, type Stage } from '../../stress/plan/stages.js';
import { stageTable } from './stage-table.js';
import { crewTexts, workerTable } from './worker-table.js';
import { requestTable } from './stress-table.js';
import { abortText, actualText, NO_DATA, thresholdText, timeText } from './stress-text.js';

export interface StressReport {
  readonly result: StressResult;
  readonly stress: StressOptions;
  /** The paths of the files, as shown to the user. */
  readonly files: readonly string[];
  readonly secrets: SecretSet;
  readonly style: Styler;
  /** The width of the terminal; Infinity where lines may have any length. */
  readonly columns: number;
}

/** The summary of a load test. */
export function stressConsole(report: StressReport): string {
  const { result, style, secrets, columns } = report;
  const lines = [
    ...headLines(report).map((line) => style('bold', line)),
    ...figures(report),
    ...errorLines(report),
    ...requestTable(result.perRequest, secrets, columns),
    ...stageTable(result.stages ?? []),
    ...workerTable(result.workers ?? []),
    ...(result.thresholds.length > 0 ? thresholdLines(result.thresholds, style) : openVerdict(report)),
    ...(result.aborted ? [`${'Aborted'.padEnd(FIELD_INDENT)}${abortText(result.aborted)}`] : []),
    ...validityLines(report),
  ];
  return `${lines.join('\n')}\n`;
}

const TITLE = 'Stress: ';
const FIELD_INDENT = 12;
const REASON_INDENT = 2;
const MIN_COLUMNS = 20;

function headLines({ result, stress, files, secrets, columns }: StressReport): string[] {
  const [first = '', second = '', third = '', ...others] = files;
  const named = [first, second, third].filter((file) => file !== '').join(', ');
  const whole = others.length === 0 ? named : `${named} and ${others.length} more`;
  const width = widthAfter(TITLE.length, columns);
  const where = shortenMiddle(printableLine(secrets.redact(whole)), width);
  const load = [...loadTexts(stress), ...crewTexts(result)].join(', ');
  const line = `${where}  ${load}`;
  const lines = textWidth(line) <= width ? [line] : [where, ...wrapWords(load, width)];
  return lines.map((each, index) => (index === 0 ? TITLE : ' '.repeat(TITLE.length)) + each);
}

function loadTexts(stress: StressOptions): string[] {
  const { mode, rate, vus, maxVUs, duration, rampUp, thinkTime, stages } = stress;
  const load = mode === 'rate' ? `rate ${rate}/s` : formatCount(vus, 'user');
  return [
    ...(stages ? stageTexts(stages, stress) : [`${load} for ${durationText(duration)}`]),
    ...(rampUp > 0 ? [`ramp-up ${durationText(rampUp)}`] : []),
    ...(mode === 'rate' ? [`at most ${maxVUs} in flight`] : []),
    ...(mode === 'vus' && thinkTime > 0 ? [`think time ${durationText(thinkTime)}`] : []),
  ];
}

function stageTexts(stages: readonly Stage[], { mode, duration }: StressOptions): string[] {
  const peak = highestTarget(stages);
  const most = mode === 'rate' ? `${peak.toFixed(1)}/s` : formatCount(peak, 'user');
  return [formatCount(stages.length, 'stage'), durationText(duration), `up to ${most}`];
}

function figures({ result, stress, columns }: StressReport): string[] {
  const { totalRequests: total, successCount, errorCount, droppedCount, abortedCount, avgRps } = result;
  const share = percent(total === 0 ? 0 : errorCount / total);
  const counts = [
    `${total} total`,
    `${successCount} ok`,
    `${formatCount(errorCount, 'error')} (${share})`,
    `${droppedCount} dropped`,
    ...(result.missingCount === undefined ? [] : [`${result.missingCount} missing`]),
    ...(abortedCount > 0 ? [`${abortedCount} aborted`] : []),
  ];
  const plannedRate = stress.stages ? meanTarget(stress.stages) : stress.rate;
  const planned = stress.mode === 'rate' ? ` of ${plannedRate.toFixed(1)}/s planned` : '';
  return [
    ...field('Requests', counts, ', ', columns),
    ...field('Rate', [`${avgRps.toFixed(1)}/s achieved${planned}`], ' ', columns),
    ...field('Latency', timeTexts(result.latency), '  ', columns),
    ...field('Service', timeTexts(result.serviceTime), '  ', columns),
  ];
}

/** A line that is too long continues below its text. */
function field(name: string, parts: readonly string[], separator: string, columns: number): string[] {
  const comma = separator.trimEnd();
  const closed = parts.map((part, index) => (index < parts.length - 1 ? part + comma : part));
  const blank = separator.slice(comma.length);
  return joinParts(closed, blank, widthAfter(FIELD_INDENT, columns)).map(
    (line, index) => (index === 0 ? name : '').padEnd(FIELD_INDENT) + line,
  );
}

function widthAfter(indent: number, columns: number): number {
  return Math.max(MIN_COLUMNS, columns - indent);
}

function timeTexts({ min, mean, p50, p95, p99, max, stddev }: LatencySummary): string[] {
  if (max === 0) return [NO_DATA];
  const parts = { min, mean, p50, p95, p99, max, stddev };
  const texts = Object.entries(parts).map(([name, value]) => `${name} ${timeText(value)}`);
  return texts.map((text, index) => (index === texts.length - 1 ? `${text} ms` : text));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

const MAX_ERROR_LINES = 10;
const MIN_NAME_COLUMNS = 16;

/** `2 × status 503, expected 200 (createOrder)`, the most frequent first. */
function errorLines({ result, style, secrets, columns }: StressReport): string[] {
  const { errorGroups } = result;
  const shown = errorGroups.slice(0, MAX_ERROR_LINES);
  const others = errorGroups.slice(MAX_ERROR_LINES).reduce((sum, { count }) => sum + count, 0);
  const countWidth = String(Math.max(others, ...shown.map(({ count }) => count))).length;
  const indent = FIELD_INDENT + countWidth + ' × '.length;
  const width = widthAfter(indent, columns);
  const rows = shown.map((group) => ({ count: group.count, text: describeErrors(group, secrets, width) }));
  const all = others === 0 ? rows : [...rows, { count: others, text: 'other errors' }];
  return all.flatMap(({ count, text }, index) => {
    const head = (index === 0 ? 'Errors' : '').padEnd(FIELD_INDENT);
    return wrapWords(text, width).map((line, place) =>
      place === 0
        ? head + style('red', `${String(count).padStart(countWidth)} × ${line}`)
        : ' '.repeat(indent) + style('red', line),
    );
  });
}

/** The name is shortened to stay on the line, unless too little of it would be left. */
function describeErrors(group: ErrorGroup, secrets: SecretSet, width: number): string {
  const text = printableLine(secrets.redact(errorGroupText(group)));
  const left = width - textWidth(text) - ' ()'.length;
  const nameColumns = left >= MIN_NAME_COLUMNS ? left : width - '()'.length;
  const name = shortenMiddle(printableLine(secrets.redact(group.name)), nameColumns);
  return name === '' ? text : `${text} (${name})`;
}

function thresholdLines(thresholds: readonly ThresholdResult[], style: Styler): string[] {
  const rules = thresholds.map((each) => thresholdText(each));
  const width = Math.max(...rules.map((rule) => rule.length));
  return [
    'Thresholds',
    ...thresholds.map((each, index) => {
      const mark = each.passed ? style('green', '✓') : style('red', '✗');
      return `  ${mark} ${(rules[index] ?? '').padEnd(width)}   ${actualText(each)}`;
    }),
  ];
}

/** Whoever reads only the end of the log has to see that nothing was judged. */
function openVerdict({ result: { aborted, error }, columns }: StressReport): string[] {
  if (aborted) return [];
  const text = `Measured without thresholds: nothing could fail${error === '' ? '' : ', yet the test failed'}`;
  return wrapWords(text, widthAfter(0, columns));
}

function validityLines({ result, style, columns }: StressReport): string[] {
  const { valid, reasons, lagP99Ms, droppedSends, missingSends, cpuPercent } = result.validity;
  const word = valid ? style('green', 'valid') : style('red', 'invalid');
  const missing = missingSends === undefined ? '' : `, ${missingSends} missing`;
  const dropped = `${droppedSends} dropped${missing}`;
  const details = `lag p99 ${timeText(lagP99Ms)}ms, ${dropped}, cpu ${Math.round(cpuPercent)}%`;
  const [first = '', ...others] = reasons;
  // With workers the details stand in their lines.
  const isShort = missingSends !== undefined && !valid;
  const head = `${'Validity'.padEnd(FIELD_INDENT)}${word}`;
  const lines = isShort
    ? wrapWords(first, widthAfter(FIELD_INDENT + 'invalid: '.length, columns)).map((line, index) =>
        index === 0 ? `${head}: ${line}` : ' '.repeat(FIELD_INDENT) + line,
      )
    : [`${head} (${details})`];
  return [
    ...lines,
    ...(isShort ? others : reasons).flatMap((reason) =>
      wrapWords(reason, widthAfter(REASON_INDENT, columns)).map((line) => ' '.repeat(REASON_INDENT) + line),
    ),
  ];
}
