import type { ClientChoice } from '../../operations/settings/client-source.js';
import type { SettingsRequest } from '../../operations/settings/run-settings.js';
import type { ProcessContext } from '../process/process-context.js';
import type { Shape } from '../../primitives/shapes/check-shape.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { SettingFields } from '../../workspace/config/config-setting.js';
import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';

type Values = Readonly<Record<string, unknown>>;
type SettingShape = Shape & SettingFields;
type SettingShapes = Readonly<Record<string, SettingShape>>;

interface SettingsInvocation {
  readonly flags: Values & Pick<SettingsRequest, 'config'>;
  readonly positionals: readonly string[];
  readonly context: Pick<ProcessContext, 'cwd' | 'env'>;
}

/** The part of the settings that all commands that send requests read in the same way. */
export function requestSettings({ flags, positionals, context }: SettingsInvocation): SettingsRequest {
  return {
    cwd: context.cwd,
    paths: positionals,
    process: context.env,
    overrides: settingsFromFlags(flags),
    config: flags.config,
  };
}

/** Which environment files of other clients are used, for commands with request files. */
export function clientChoice(
  flags: ClientFlags,
  loaded: Promise<{ readonly files: readonly RunnableFile[] }>,
): ClientChoice {
  return {
    // What is wrong with the files is reported by whoever loads them.
    files: loaded.then(
      ({ files }) => files,
      () => [],
    ),
    named: flags['client-env'],
    isOff: flags['no-client-env'],
  };
}

type ClientFlags = Readonly<{ 'client-env': readonly string[]; 'no-client-env': boolean }>;

/** CI systems set `CI`; `--ci` overrides it. */
export function isCiEnvironment(env: Readonly<Record<string, string | undefined>>): boolean {
  return ['true', '1'].includes(env['CI'] ?? '');
}

/**
 * Returns the settings from flags and environment variables in the shape of the config file, without those that
 * are not set. Lists are not included: their flags add to a list or select an entry.
 */
export function settingsFromFlags(flags: Values): Config {
  return valuesFromFlags(CONFIG_KEYS as SettingShapes, flags);
}

function valuesFromFlags(settings: SettingShapes, flags: Values): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const { properties } = setting;
    const value = properties
      ? valuesFromFlags(properties as SettingShapes, flags)
      : valueFromFlag(setting, flags);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function valueFromFlag({ type, enum: words, flag, inverted }: SettingShape, flags: Values): unknown {
  const value = flag === undefined ? undefined : flags[flag.slice('--'.length)];
  if (type === 'boolean') {
    // `-v` is a counter, so its value is not a switch.
    return typeof value === 'boolean' ? value !== inverted : undefined;
  }
  if (type === 'number' || type === 'integer') return typeof value === 'number' ? value : undefined;
  return (type === 'string' || words) && typeof value === 'string' ? value : undefined;
}
