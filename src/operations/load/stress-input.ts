import { parseDuration } from '../../primitives/duration.js';
import { METRICS, parseThreshold, type Threshold } from '../../primitives/threshold.js';
import type { PartialStressInput, StressInput } from '../../stress/plan/stress-options.js';
import type { StressProfile } from '../../workspace/config/config.js';

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
export function parseThresholds(map: NonNullable<StressProfile['thresholds']>): readonly Threshold[] {
  return METRICS.flatMap((metric) => {
    const value = map[metric];
    return value === undefined ? [] : (parseThreshold(metric, value) ?? []);
  });
}

/** YAML reads a plain `0` as a number. */
function milliseconds(text: string | number | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(String(text));
}
