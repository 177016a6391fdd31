import { ServiceError } from '../../../errors.js';
import { resolveStressInput } from '../../../operations/load/stress-input.js';
import type { RunSettings } from '../../../operations/settings/run-settings.js';
import type { LoadLimits } from '../../../stress/plan/load-limits.js';
import {
  readStressOptions,
  type StressField,
  type StressOptions,
} from '../../../stress/plan/stress-options.js';
import type { StressProfile } from '../../../workspace/config/config.js';
import { quoteWord, unknownWordMessage } from '../../process/unknown-word-message.js';
import type { StressInvocation } from './check-stress-flags.js';

const DEFAULT_DURATION_MS = 30_000;
const DEFAULT_STEP_MS = 5000;

type StressFlags = StressInvocation['flags'];
type FlagName = keyof StressFlags;

/** Flags that cannot be given together. */
const EXCLUSIVE: readonly (readonly [flag: FlagName, others: readonly FlagName[]])[] = [
  ['stages', ['rate', 'vus', 'duration', 'ramp-up']],
  ['find', ['vus', 'stages', 'ramp-up', 'threshold', 'abort']],
];
const WITH_FIND = ['find-to', 'find-precision', 'find-budget', 'find-min'] as const;

/** The options of a load test, from flags and profile. */
export function readStressFlags(
  invocation: StressInvocation,
  settings: Pick<RunSettings, 'stressProfiles'>,
  limits: LoadLimits,
): StressOptions {
  const { flags } = invocation;
  const { stressProfiles } = settings;
  const { profile: name } = flags;
  const profile = chosenProfile(invocation, settings);
  if (name !== undefined && !profile) throw unknownProfile(name, Object.keys(stressProfiles));
  refuseCombinations(flags);
  const stress = readStressOptions(
    resolveStressInput(
      {
        duration: flags.duration,
        rate: flags.rate,
        vus: flags.vus,
        maxVUs: flags['max-vus'],
        rampUp: flags['ramp-up'],
        thinkTime: flags['think-time'],
        thresholds: flags.threshold,
        seed: flags.seed,
        stages: flags.stages,
        abort: flags.abort,
        abortWindow: flags['abort-window'],
        find: flags.find,
        findTo: flags['find-to'],
        findPrecision: flags['find-precision'],
        findBudget: flags['find-budget'],
        findMin: flags['find-min'],
      },
      profile,
      flags.find ? DEFAULT_STEP_MS : DEFAULT_DURATION_MS,
    ),
    (field) => {
      const flag = FLAG_OF_FIELD[field];
      const isOfProfile = flags[flag] === undefined && profile !== undefined && Object.hasOwn(profile, field);
      return isOfProfile ? `${field} of profile "${name}"` : `--${flag}`;
    },
    limits,
  );
  if (flags['abort-window'] !== undefined && !stress.abort) throw needs('abort-window', 'abort');
  return stress;
}

/** Undefined without one, and when there is none of this name. */
export function chosenProfile(
  { flags: { profile } }: StressInvocation,
  { stressProfiles }: Pick<RunSettings, 'stressProfiles'>,
): StressProfile | undefined {
  return profile !== undefined && Object.hasOwn(stressProfiles, profile)
    ? stressProfiles[profile]
    : undefined;
}

function refuseCombinations(flags: StressFlags): void {
  for (const [flag, others] of EXCLUSIVE) {
    if (flags[flag] === undefined) continue;
    const other = others.find((name) => flags[name] !== undefined);
    if (other !== undefined) {
      throw new ServiceError('usage', `--${flag} cannot be used with --${other}`);
    }
  }
  const lone = flags.find ? undefined : WITH_FIND.find((name) => flags[name] !== undefined);
  if (lone !== undefined) throw needs(lone, 'find');
}

function needs(flag: FlagName, needed: FlagName): ServiceError {
  return new ServiceError('usage', `--${flag} needs --${needed}`);
}

/** Messages name the flags of the command line, not the fields of the API. */
const FLAG_OF_FIELD = {
  duration: 'duration',
  rate: 'rate',
  vus: 'vus',
  maxVUs: 'max-vus',
  rampUp: 'ramp-up',
  thinkTime: 'think-time',
  seed: 'seed',
  stages: 'stages',
  abort: 'abort',
  abortWindow: 'abort-window',
  thresholds: 'threshold',
  find: 'find',
  findTo: 'find-to',
  findPrecision: 'find-precision',
  findBudget: 'find-budget',
  findMin: 'find-min',
} as const satisfies Record<StressField, FlagName>;

function unknownProfile(name: string, profileNames: readonly string[]): ServiceError {
  const message =
    profileNames.length === 0
      ? `unknown profile ${quoteWord(name)}; the config file has none`
      : unknownWordMessage('profile', name, profileNames);
  return new ServiceError('usage', message);
}
