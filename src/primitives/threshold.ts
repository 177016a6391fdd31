import { DURATION_PATTERN, NUMBER_PATTERN, parseDuration } from './duration.js';

/** The order is that of results. */
export const METRICS = ['p50', 'p95', 'p99', 'max', 'mean', 'errors', 'rps'] as const;
export type Metric = (typeof METRICS)[number];

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
  if (typeof value === 'number') {
    const rule = NUMBER_RANGES[kindOf(metric)];
    if (!(value >= rule.least && value <= rule.most)) return undefined;
    return { metric, operator: defaultOperator(metric), value, text };
  }
  const found = EXPRESSIONS[kindOf(metric)].exec(text);
  if (!found) return undefined;
  const [, operator, amount = ''] = found;
  return {
    metric,
    operator: (operator as Threshold['operator'] | undefined) ?? defaultOperator(metric),
    value: amountOf(kindOf(metric), amount),
    text,
  };
}

/** Parses the comma list of `--threshold`, in which every entry has an operator. */
export function parseThresholdList(list: string): readonly Threshold[] | { readonly reason: string } {
  const thresholds: Threshold[] = [];
  for (const entry of list.split(',')) {
    const [, word = '', rest = ''] = /^([^\s<>=]*)\s*(.*)$/s.exec(entry.trim()) ?? [];
    if (!isMetric(word)) return { reason: `unknown metric "${word}"; use one of ${METRICS.join(', ')}` };
    const threshold = /^[<>]/.test(rest) ? parseThreshold(word, rest) : undefined;
    if (!threshold) return { reason: `${word} needs ${thresholdRule(word)}` };
    thresholds.push({ ...threshold, text: rest });
  }
  return thresholds;
}

export function isMetric(word: string): word is Metric {
  return (METRICS as readonly string[]).includes(word);
}

/** The expected form of an entry, for messages. */
export function thresholdRule(metric: Metric): string {
  return RULES[kindOf(metric)];
}

/** The text form as a pattern, for the schema of `service.yaml`. */
export function thresholdPattern(metric: Metric): string {
  return PATTERNS[kindOf(metric)];
}

/** The numbers that may replace the text, because YAML reads `0.005` as a number. */
export function thresholdNumbers(metric: Metric): { readonly least: number; readonly most: number } {
  return NUMBER_RANGES[kindOf(metric)];
}

type Kind = 'time' | 'share' | 'rate';

function kindOf(metric: Metric): Kind {
  if (metric === 'errors') return 'share';
  return metric === 'rps' ? 'rate' : 'time';
}

const below = '(?:(<=?)\\s*)?';
const above = '(?:(>=?)\\s*)?';
const percent = '0*(?:100(?:\\.0{1,15})?|[0-9]{1,2}(?:\\.[0-9]{1,15})?)%';
const fraction = '0*(?:1(?:\\.0{1,15})?|0(?:\\.[0-9]{1,15})?)';

const PATTERNS: Readonly<Record<Kind, string>> = {
  time: `^${below}(0|${DURATION_PATTERN})$`,
  share: `^${below}(${percent}|${fraction})$`,
  rate: `^${above}(${NUMBER_PATTERN})$`,
};

const EXPRESSIONS: Readonly<Record<Kind, RegExp>> = {
  time: new RegExp(PATTERNS.time),
  share: new RegExp(PATTERNS.share),
  rate: new RegExp(PATTERNS.rate),
};

const NUMBER_RANGES: Readonly<Record<Kind, { readonly least: number; readonly most: number }>> = {
  time: { least: 0, most: 0 },
  share: { least: 0, most: 1 },
  rate: { least: 0, most: Number.MAX_VALUE },
};

const RULES: Readonly<Record<Kind, string>> = {
  time: 'a duration, after < or <=, such as <250ms',
  share: 'a percentage or a fraction from 0% to 100%, after < or <=, such as <0.5% or <0.005',
  rate: 'a number, after > or >=, such as >40',
};

function defaultOperator(metric: Metric): Threshold['operator'] {
  return metric === 'rps' ? '>=' : '<=';
}

/** Moves the point in the text to turn `0.7%` into 0.007, because division would round. */
function amountOf(kind: Kind, amount: string): number {
  if (kind === 'time') return parseDuration(amount) ?? 0;
  return amount.endsWith('%') ? Number(`${amount.slice(0, -1)}e-2`) : Number(amount);
}
