import { ServiceError } from '../../errors.js';
import { parseDuration } from '../../primitives/duration.js';
import { isMetric, METRICS, parseThreshold, thresholdRule, type Metric } from '../../primitives/threshold.js';
import { checkStress, STRESS_RULES, type GivenStress } from '../../stress/plan/options.js';
import { thresholdsOf } from './stress-input.js';

/** What a start and a profile have in common, as clients send it; null is the same as absent. */
export interface StressFields {
  readonly duration?: string | null | undefined;
  readonly rate?: number | null | undefined;
  readonly vus?: number | null | undefined;
  readonly maxVUs?: number | null | undefined;
  readonly rampUp?: string | null | undefined;
  readonly thinkTime?: string | null | undefined;
  readonly thresholds?: Readonly<Record<string, unknown>> | null | undefined;
}

type ThresholdMap = Partial<Record<Metric, string | number>>;

/** Row B5 of server.md 4.1 for the first field that does not fit, by itself or beside the others. */
export function givenStress(fields: StressFields, seed?: number): GivenStress {
  const { thresholds } = fields;
  const given = {
    duration: milliseconds(fields, 'duration'),
    rate: fields.rate ?? undefined,
    vus: fields.vus ?? undefined,
    maxVUs: fields.maxVUs ?? undefined,
    rampUp: milliseconds(fields, 'rampUp'),
    thinkTime: milliseconds(fields, 'thinkTime'),
    thresholds: thresholds ? thresholdsOf(thresholdMap(thresholds)) : undefined,
    seed,
  };
  checkStress(given);
  return given;
}

/** Checked, without entries that are null. */
export function thresholdMap(given: Readonly<Record<string, unknown>>): ThresholdMap {
  const map: ThresholdMap = {};
  for (const [key, value] of Object.entries(given)) {
    if (!isMetric(key)) throw wrong(`thresholds.${key}`, `left out: valid keys are ${KEYS}`);
    if (value === null) continue;
    const isThreshold = typeof value === 'string' || typeof value === 'number';
    if (!isThreshold || !parseThreshold(key, value)) {
      throw wrong(`thresholds.${key}`, `${thresholdRule(key)} (valid keys are ${KEYS})`);
    }
    map[key] = value;
  }
  return map;
}

const KEYS = METRICS.join(', ');

function milliseconds(fields: StressFields, name: 'duration' | 'rampUp' | 'thinkTime'): number | undefined {
  const text = fields[name];
  if (text === undefined || text === null) return undefined;
  const value = parseDuration(text);
  if (value === undefined) throw wrong(name, STRESS_RULES[name]);
  return value;
}

function wrong(field: string, rule: string): ServiceError {
  return new ServiceError('usage', `${field} must be ${rule}`);
}
