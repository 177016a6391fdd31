import { ServiceError } from '../../errors.js';
import { checkStress } from '../../stress/plan/options.js';
import { compareBytes } from '../../workspace/paths/byte-order.js';
import type { Config, StressProfile } from '../../workspace/config/config.js';
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import { FORBIDDEN_KEYS } from '../../workspace/config/yaml-data.js';
import type { Configuration } from '../settings/configuration.js';
import { givenStress, thresholdMap, type StressFields } from './stress-fields.js';
import { stressInput } from './stress-input.js';

/** As clients see it: texts, also where YAML has read a number. */
export interface ShownProfile {
  readonly name: string;
  readonly duration: string;
  readonly rate?: number;
  readonly vus?: number;
  readonly maxVUs?: number;
  readonly rampUp?: string;
  readonly thinkTime?: string;
  readonly thresholds?: Readonly<Record<string, string>>;
}

/** The load profiles of the config file (server.md 10.5). */
export interface StressProfiles {
  list(): Promise<readonly ShownProfile[]>;
  create(name: string, fields: StressFields): Promise<{ readonly name: string }>;
  /** Only what is supplied changes; null takes an optional field away. */
  change(name: string, fields: StressFields): Promise<{ readonly name: string }>;
  remove(name: string): Promise<void>;
}

export function createStressProfiles(configuration: Pick<Configuration, 'current' | 'edit'>): StressProfiles {
  return {
    list: async () => {
      const { config } = await configuration.current();
      const profiles = Object.entries(config.stress?.profiles ?? {}).sort(([a], [b]) => compareBytes(a, b));
      return profiles.map(([name, profile]) => shown(name, profile));
    },
    create: async (name, fields) => {
      if (FORBIDDEN_KEYS.has(name)) throw new ServiceError('usage', `name must be other than ${name}`);
      givenStress(fields);
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
      givenStress(fields);
      const changes = changesOf(fields);
      await configuration.edit((config) => {
        const profile = existing(config, name);
        checkStress(stressInput({}, { ...profile, ...Object.fromEntries(changes) }, 0));
        return changes.map(([field, value]): ConfigEdit => ({
          path: ['stress', 'profiles', name, field],
          value,
        }));
      });
      return { name };
    },
    remove: async (name) => {
      await configuration.edit((config) => {
        existing(config, name);
        return [{ path: ['stress', 'profiles', name], value: undefined }];
      });
    },
  };
}

/** Throws ServiceError('not-found'). */
export function existing(config: Config, name: string): StressProfile {
  const profile = profileNamed(config, name);
  if (profile) return profile;
  throw new ServiceError('not-found', `stress profile not found: ${name}`);
}

function profileNamed({ stress }: Config, name: string): StressProfile | undefined {
  const profiles = stress?.profiles ?? {};
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** In the order in which they are written and shown. */
const FIELDS = ['duration', 'rate', 'vus', 'maxVUs', 'rampUp', 'thinkTime', 'thresholds'] as const;

/** Undefined for what is taken away. */
function changesOf(fields: StressFields): (readonly [field: string, value: unknown])[] {
  return FIELDS.flatMap((field): [string, unknown][] => {
    const value = fields[field];
    if (value === undefined || (value === null && field === 'duration')) return [];
    if (field === 'thresholds' && fields.thresholds) return [[field, thresholdMap(fields.thresholds)]];
    return [[field, value ?? undefined]];
  });
}

function shown(name: string, { duration, rate, vus, maxVUs, ...others }: StressProfile): ShownProfile {
  const { rampUp, thinkTime, thresholds } = others;
  return {
    name,
    duration: String(duration),
    ...(rate !== undefined && { rate }),
    ...(vus !== undefined && { vus }),
    ...(maxVUs !== undefined && { maxVUs }),
    ...(rampUp !== undefined && { rampUp: String(rampUp) }),
    ...(thinkTime !== undefined && { thinkTime: String(thinkTime) }),
    ...(thresholds !== undefined && { thresholds: asTexts(thresholds) }),
  };
}

function asTexts(thresholds: NonNullable<StressProfile['thresholds']>): Record<string, string> {
  const entries = Object.entries(thresholds).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([metric, value]) => [metric, String(value)]));
}
