import { ServiceError } from '../../errors.js';
import { durationText } from '../../primitives/duration.js';
import { LOCAL_LIMITS, WORKER_LIMITS, type LoadLimits } from '../../stress/plan/load-limits.js';
import { readStages, totalDuration } from '../../stress/plan/stages.js';
import { checkStress } from '../../stress/plan/stress-options.js';
import { compareBytes } from '../../workspace/paths/byte-order.js';
import type { Config, StressProfile } from '../../workspace/config/config.js';
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import { FORBIDDEN_KEYS } from '../../workspace/config/yaml-data.js';
import type { Configuration } from '../settings/configuration.js';
import { chooseWorkers, type WorkerFields } from './choose-workers.js';
import {
  checkLimitMap,
  checkThresholdMap,
  readStressFields,
  resolveStressInput,
  type StressFields,
} from './stress-input.js';

export type ProfileFields = StressFields & Omit<WorkerFields, 'workerLabels'>;

/** The load profiles of the config file. */
export interface StressProfiles {
  list(): Promise<readonly object[]>;
  create(name: string, fields: ProfileFields): Promise<{ readonly name: string }>;
  /** Changes only the supplied fields; null removes an optional field. */
  change(name: string, fields: ProfileFields): Promise<{ readonly name: string }>;
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
      readStressFields(fields, undefined, limitsOf(fields));
      chooseWorkers(fields, undefined);
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
      readStressFields(fields, undefined, WORKER_LIMITS);
      chooseWorkers(fields, undefined);
      const changes = changesOf(fields);
      await configuration.edit((config) => {
        // A profile that has workers already may have a larger load.
        const workers = fields.workers === undefined ? profileNamed(config, name)?.workers : fields.workers;
        readStressFields(fields, undefined, limitsOf({ workers }));
        const profile: StressProfile = { ...requireProfile(config, name), ...Object.fromEntries(changes) };
        checkStress(resolveStressInput({}, profile, 0), undefined, limitsOf(profile));
        chooseWorkers({}, profile);
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
  'workers',
  'minWorkers',
  'onLoss',
] as const;

/** The value is undefined for a removed field. */
function changesOf(fields: ProfileFields): (readonly [field: string, value: unknown])[] {
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
  const { workers, minWorkers, onLoss } = texts;
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
    workers,
    minWorkers,
    onLoss,
  };
}

function limitsOf({ workers }: Pick<WorkerFields, 'workers'>): LoadLimits {
  return workers === undefined || workers === null ? LOCAL_LIMITS : WORKER_LIMITS;
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
