import { DURATION_PATTERN, NUMBER_PATTERN, parseDuration, unitAdvice } from './duration.js';

/** The order is that of results. */
export const METRICS = ['p50', 'p95', 'p99', 'max', 'mean', 'errors', 'rps'] as const;
export type Metric = (typeof METRICS)[number];

/** What the responses of any stretch of time can be judged by; a rate is a matter of the whole test. */
export const LIMIT_METRICS = METRICS.filter((metric) => metric !== 'rps');
const LIMIT_WORDS = 'takes p50, p95, p99, max, mean and errors';

/** The message about a limit of `name` that is none of a response; undefined when all are. */
export function limitProblem(name: string, metrics: readonly string[]): string | undefined {
  const areLimits = metrics.every((metric) => (LIMIT_METRICS as readonly string[]).includes(metric));
  return areLimits ? undefined : `${name} ${LIMIT_WORDS}`;
}

export interface Threshold {
  readonly metric: Metric;
  readonly operator: '<' | '<=' | '>' | '>=';
  /** Milliseconds; for `errors` a fraction of 1, so that 7 of 1000 equals `0.7%`; for `rps` a number per second. */
  readonly value: number;
  /** The text as configured. */
  readonly text: string;
}

/** Parses one entry of a profile or a request body: `250ms`, `<= 250ms`, `0.5%`, `0.005`, `> 40`. */
export function parseThreshold(metric: Metric, value: string | number): Threshold | undefined {
  const text = String(value);
  const form = thresholdForm(metric);
  if (typeof value === 'number') {
    if (!(value >= 0 && value <= form.maxNumber)) return undefined;
    return { metric, operator: form.operator, value, text };
  }
  const found = new RegExp(form.pattern).exec(text);
  if (!found) return undefined;
  const [, operator = form.operator, amount = ''] = found;
  return { metric, operator: operator as Threshold['operator'], value: amountOf(amount, form), text };
}

/** Parses the comma list of `--threshold`, in which every entry has an operator. */
export function parseThresholdList(list: string): readonly Threshold[] | { readonly reason: string } {
  const thresholds: Threshold[] = [];
  for (const entry of list.split(',')) {
    const [, word = '', rest = ''] = /^([^\s<>=]*)\s*(.*)$/s.exec(entry.trim()) ?? [];
    if (!isMetric(word)) return { reason: `unknown metric "${word}"; use one of ${METRICS.join(', ')}` };
    const threshold = /^[<>]/.test(rest) ? parseThreshold(word, rest) : undefined;
    if (!threshold)
      return { reason: `${word} needs ${thresholdForm(word).rule}${thresholdAdvice(word, rest)}` };
    thresholds.push({ ...threshold, text: rest });
  }
  return thresholds;
}

/** The end of a message about a wrong threshold: a time without a unit is the usual mistake. */
export function thresholdAdvice(metric: Metric, value: unknown): string {
  if (thresholdForm(metric) !== TIME) return '';
  return unitAdvice(typeof value === 'string' ? value.replace(/^<=?\s*/, '') : value);
}

export function isMetric(word: string): word is Metric {
  return (METRICS as readonly string[]).includes(word);
}

/** How a threshold is written. */
interface ThresholdForm {
  /** The text form, also for the schema of `service.yaml`. */
  readonly pattern: string;
  /** Numbers from 0 to this one may replace the text, because YAML reads `0.005` as a number. */
  readonly maxNumber: number;
  /** The expected form, for messages. */
  readonly rule: string;
  /** The operator of an entry without one. */
  readonly operator: Threshold['operator'];
}

export function thresholdForm(metric: Metric): ThresholdForm {
  if (metric === 'errors') return SHARE;
  return metric === 'rps' ? RATE : TIME;
}

const below = '(?:(<=?)\\s*)?';
const above = '(?:(>=?)\\s*)?';
const percent = '0*(?:100(?:\\.0{1,15})?|[0-9]{1,2}(?:\\.[0-9]{1,15})?)%';
const fraction = '0*(?:1(?:\\.0{1,15})?|0(?:\\.[0-9]{1,15})?)';

const TIME: ThresholdForm = {
  pattern: `^${below}(0|${DURATION_PATTERN})$`,
  maxNumber: 0,
  rule: 'a duration, after < or <=, such as <250ms',
  operator: '<=',
};

const SHARE: ThresholdForm = {
  pattern: `^${below}(${percent}|${fraction})$`,
  maxNumber: 1,
  rule: 'a percentage or a fraction from 0% to 100%, after < or <=, such as <0.5% or <0.005',
  operator: '<=',
};

const RATE: ThresholdForm = {
  pattern: `^${above}(${NUMBER_PATTERN})$`,
  maxNumber: Number.MAX_VALUE,
  rule: 'a number, after > or >=, such as >40',
  operator: '>=',
};

/** Moves the point in the text to turn `0.7%` into 0.007, because division would round. */
function amountOf(amount: string, form: ThresholdForm): number {
  if (form === TIME) return parseDuration(amount) ?? 0;
  return amount.endsWith('%') ? Number(`${amount.slice(0, -1)}e-2`) : Number(amount);
}

/** Parses `5%`, `12.5%` or a bare number to percent. */
export function parsePercent(text: string): number | undefined {
  const number = /^([0-9]{1,15}(?:\.[0-9]{1,15})?)%?$/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}
