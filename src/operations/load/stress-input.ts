import { ServiceError } from '../../errors.js';
import { parseDuration, unitAdvice } from '../../primitives/duration.js';
import {
  isMetric,
  METRICS,
  parseThreshold,
  thresholdAdvice,
  thresholdForm,
  type Metric,
  type Threshold,
} from '../../primitives/threshold.js';
import {
  checkStress,
  STRESS_RULES,
  type PartialStressInput,
  type StressInput,
} from '../../stress/plan/stress-options.js';
import type { StressProfile } from '../../workspace/config/config.js';

/** The common fields of a start and a profile as clients send them; null means absent. */
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

/** Throws for the first field that is invalid, by itself or in combination with others. */
export function readStressFields(fields: StressFields, seed?: number): PartialStressInput {
  const { thresholds } = fields;
  const stress = {
    duration: readDuration(fields, 'duration'),
    rate: fields.rate ?? undefined,
    vus: fields.vus ?? undefined,
    maxVUs: fields.maxVUs ?? undefined,
    rampUp: readDuration(fields, 'rampUp'),
    thinkTime: readDuration(fields, 'thinkTime'),
    thresholds: thresholds ? parseThresholds(checkThresholdMap(thresholds)) : undefined,
    seed,
  };
  checkStress(stress);
  return stress;
}

/** Returns the checked entries without those that are null. */
export function checkThresholdMap(thresholds: Readonly<Record<string, unknown>>): ThresholdMap {
  const map: ThresholdMap = {};
  for (const [key, value] of Object.entries(thresholds)) {
    if (!isMetric(key)) throw wrong(`thresholds.${key}`, `left out: valid keys are ${KEYS}`);
    if (value === null) continue;
    const isThreshold = typeof value === 'string' || typeof value === 'number';
    if (!isThreshold || !parseThreshold(key, value)) {
      const { rule } = thresholdForm(key);
      throw wrong(`thresholds.${key}`, `${rule} (valid keys are ${KEYS})${thresholdAdvice(key, value)}`);
    }
    map[key] = value;
  }
  return map;
}

const KEYS = METRICS.join(', ');

function readDuration(fields: StressFields, name: 'duration' | 'rampUp' | 'thinkTime'): number | undefined {
  const text = fields[name];
  if (text === undefined || text === null) return undefined;
  const value = parseDuration(text);
  if (value === undefined) throw wrong(name, `${STRESS_RULES[name]}${unitAdvice(text)}`);
  return value;
}

function wrong(field: string, rule: string): ServiceError {
  return new ServiceError('usage', `${field} must be ${rule}`);
}

/** A field of the request overrides the profile, which overrides the default duration. */
export function resolveStressInput(
  fields: PartialStressInput,
  profile: StressProfile | undefined,
  defaultDurationMs: number,
): StressInput {
  return {
    duration: fields.duration ?? milliseconds(profile?.duration) ?? defaultDurationMs,
    rate: fields.rate ?? profile?.rate,
    vus: fields.vus ?? profile?.vus,
    maxVUs: fields.maxVUs ?? profile?.maxVUs,
    rampUp: fields.rampUp ?? milliseconds(profile?.rampUp),
    thinkTime: fields.thinkTime ?? milliseconds(profile?.thinkTime),
    thresholds: fields.thresholds ?? parseThresholds(profile?.thresholds ?? {}),
    seed: fields.seed,
  };
}

/** Converts the checked map of a profile or of a request body. */
function parseThresholds(map: NonNullable<StressProfile['thresholds']>): readonly Threshold[] {
  return METRICS.flatMap((metric) => {
    const value = map[metric];
    return value === undefined ? [] : (parseThreshold(metric, value) ?? []);
  });
}

/** YAML reads a plain `0` as a number. */
function milliseconds(text: string | number | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(String(text));
}
