import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';
import { keysOf, type KeyRow, type Keys } from '../../workspace/config/config-shape.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the settings from flags and environment variables in the shape of the config file, without those that
 * are not set. Lists are not included: their flags add to a list or select an entry.
 */
export function settingsFromFlags(flags: Values): Config {
  return valuesFromFlags(CONFIG_KEYS, flags);
}

function valuesFromFlags(keys: Keys, flags: Values): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(keys)) {
    const value =
      row.shape.kind === 'object' ? valuesFromFlags(keysOf(row.shape), flags) : valueFromFlag(row, flags);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function valueFromFlag({ shape, flag, inverted }: KeyRow, flags: Values): unknown {
  const value = flag === undefined ? undefined : flags[flag.slice('--'.length)];
  switch (shape.kind) {
    case 'boolean':
      // `-v` is a counter, so its value is not a switch.
      return typeof value === 'boolean' ? value !== inverted : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'text':
    case 'word':
      return typeof value === 'string' ? value : undefined;
    default:
      return undefined;
  }
}
