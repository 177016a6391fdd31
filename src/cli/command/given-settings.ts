import type { ConfigShape, SettingFields } from '../../workspace/config/config-setting.js';
import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';

type Values = Readonly<Record<string, unknown>>;
type SettingShape = ConfigShape & SettingFields;
type SettingShapes = Readonly<Record<string, SettingShape>>;

/**
 * The settings that flags and environment variables give, in the shape of the config file; others are left out.
 * Lists are not among them: their flags add to a list, or name one of several.
 */
export function givenSettings(flags: Values): Config {
  return given(CONFIG_KEYS as SettingShapes, flags);
}

function given(settings: SettingShapes, flags: Values): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const { properties } = setting;
    const value = properties ? given(properties as SettingShapes, flags) : givenValue(setting, flags);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function givenValue({ type, enum: words, flag, inverted }: SettingShape, flags: Values): unknown {
  const value = flag === undefined ? undefined : flags[flag.slice('--'.length)];
  if (type === 'boolean') {
    // `-v` counts, so it is not a switch.
    return typeof value === 'boolean' ? value !== inverted : undefined;
  }
  if (type === 'number' || type === 'integer') return typeof value === 'number' ? value : undefined;
  return (type === 'string' || words) && typeof value === 'string' ? value : undefined;
}
