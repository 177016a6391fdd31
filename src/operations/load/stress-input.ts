import { parseDuration } from '../../primitives/duration.js';
import { METRICS, parseThreshold, type Threshold } from '../../primitives/threshold.js';
import type { GivenStress, StressInput } from '../../stress/plan/options.js';
import type { StressProfile } from '../../workspace/config/config.js';

/** What was asked for wins field by field over the profile, that over the default duration. */
export function stressInput(
  given: GivenStress,
  profile: StressProfile | undefined,
  usual: number,
): StressInput {
  return {
    duration: given.duration ?? milliseconds(profile?.duration) ?? usual,
    rate: given.rate ?? profile?.rate,
    vus: given.vus ?? profile?.vus,
    maxVUs: given.maxVUs ?? profile?.maxVUs,
    rampUp: given.rampUp ?? milliseconds(profile?.rampUp),
    thinkTime: given.thinkTime ?? milliseconds(profile?.thinkTime),
    thresholds: given.thresholds ?? thresholdsOf(profile?.thresholds ?? {}),
    seed: given.seed,
  };
}

/** The map of a profile or of a request body, which has been checked. */
export function thresholdsOf(map: NonNullable<StressProfile['thresholds']>): readonly Threshold[] {
  return METRICS.flatMap((metric) => {
    const value = map[metric];
    return value === undefined ? [] : (parseThreshold(metric, value) ?? []);
  });
}

/** YAML reads the lone `0` as a number. */
function milliseconds(text: string | number | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(String(text));
}
