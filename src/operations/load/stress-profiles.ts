import { ServiceError } from '../../errors.js';
import { durationText } from '../../primitives/duration.js';
import { readStages, totalDuration } from '../../stress/plan/stages.js';
import { checkStress } from '../../stress/plan/stress-options.js';
import { compareBytes } from '../../workspace/paths/byte-order.js';
import type { Config, StressProfile } from '../../workspace/config/config.js';
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import { FORBIDDEN_KEYS } from '../../workspace/config/yaml-data.js';
import type { Configuration } from '../settings/configuration.js';
import {
  checkLimitMap,
  checkThresholdMap,
  readStressFields,
  resolveStressInput,
  type StressFields,
} from './stress-input.js';

/** The load profiles of the config file. */
export interface StressProfiles {
  list(): Promise<readonly object[]>;
  create(name: string, fields: StressFields): Promise<{ readonly name: string }>;
  /** Changes only the supplied fields; null removes an optional field. */
  change(name: string, fields: StressFields): Promise<{ readonly name: string }>;
  remove(name: string): Promise<void>;
}

export function createStressProfiles(configuration: Pick<Configuration, 'current' | 'edit'>): StressProfiles {
  return {
    list: async () => {
      const { config } = await configuration.current();
      const profiles = Object.entries(config.stress?.profiles ?? {}).sort(([a], [b]) => compareBytes(a, b));
      return profiles.map(([name, profile]) => profileView(name, profile));
    },
    create: async (name, fields) => {
      if (FORBIDDEN_KEYS.has(name)) throw new ServiceError('usage', `name must be other than ${name}`);
      readStressFields(fields);
      await configuration.edit((config) => {
        if (profileNamed(config, name)) {
          throw new ServiceError('conflict', `stress profile already exists: ${name}`);
        }
        const values = changesOf(fields).filter(([, value]) => value !== undefined);
        return [{ path: ['stress', 'profiles', name], value: Object.fromEntries(values) }];
      });
      return { name };
    },
    change: async (name, fields) => {
      readStressFields(fields);
      const changes = changesOf(fields);
      await configuration.edit((config) => {
        const profile = requireProfile(config, name);
        checkStress(resolveStressInput({}, { ...profile, ...Object.fromEntries(changes) }, 0));
        return changes.map(([field, value]): ConfigEdit => ({
          path: ['stress', 'profiles', name, field],
          value,
        }));
      });
      return { name };
    },
    remove: async (name) => {
      await configuration.edit((config) => {
        requireProfile(config, name);
        return [{ path: ['stress', 'profiles', name], value: undefined }];
      });
    },
  };
}

/** Throws ServiceError('not-found') when there is no such profile. */
export function requireProfile(config: Config, name: string): StressProfile {
  const profile = profileNamed(config, name);
  if (profile) return profile;
  throw new ServiceError('not-found', `stress profile not found: ${name}`);
}

function profileNamed({ stress }: Config, name: string): StressProfile | undefined {
  const profiles = stress?.profiles ?? {};
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** The order in which fields are written and shown. */
const FIELDS = [
  'duration',
  'rate',
  'vus',
  'maxVUs',
  'rampUp',
  'thinkTime',
  'thresholds',
  'stages',
  'abort',
  'abortWindow',
] as const;

/** The value is undefined for a removed field. */
function changesOf(fields: StressFields): (readonly [field: string, value: unknown])[] {
  return FIELDS.flatMap((field): [string, unknown][] => {
    const value = fields[field];
    if (value === undefined || (value === null && field === 'duration')) return [];
    if (field === 'thresholds' && fields.thresholds) return [[field, checkThresholdMap(fields.thresholds)]];
    if (field === 'abort' && fields.abort) return [[field, checkLimitMap(fields.abort, field)]];
    return [[field, value ?? undefined]];
  });
}

/** Clients get durations and thresholds as texts, also where YAML has read a number. */
function profileView(name: string, { rate, vus, maxVUs, ...texts }: StressProfile): object {
  const { duration, rampUp, thinkTime, thresholds, stages, abort, abortWindow } = texts;
  return {
    name,
    duration: asText(duration) ?? totalText(stages),
    rate,
    vus,
    maxVUs,
    rampUp: asText(rampUp),
    thinkTime: asText(thinkTime),
    thresholds: asTexts(thresholds),
    stages: stages?.map((stage) => ({ ...stage, duration: asText(stage.duration) })),
    abort: asTexts(abort),
    abortWindow: asText(abortWindow),
  };
}

function asText(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function asTexts(limits: Readonly<Record<string, string | number>> | undefined): object | undefined {
  return (
    limits && Object.fromEntries(Object.entries(limits).map(([metric, value]) => [metric, String(value)]))
  );
}

/** A profile in stages may leave its duration out. */
function totalText(stages: StressProfile['stages']): string | undefined {
  const plan = readStages(stages ?? []);
  return stages && 'stages' in plan ? durationText(totalDuration(plan.stages)) : undefined;
}
