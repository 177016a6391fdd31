import type { ConfigShape, SettingFields } from '../../workspace/config/config-setting.js';
import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';

type Values = Readonly<Record<string, unknown>>;
type SettingShape = ConfigShape & SettingFields;
type SettingShapes = Readonly<Record<string, SettingShape>>;

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
