import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';
import { keysOf, type KeyRow, type Keys } from '../../workspace/config/config-shape.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * What flags and environment variables say about settings, in the shape of the config file; what they
 * do not say is left out. Lists are not among them: their flags add, or name one of several.
 */
export function givenSettings(flags: Values): Config {
  return given(CONFIG_KEYS, flags);
}

function given(keys: Keys, flags: Values): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(keys)) {
    const value = row.shape.kind === 'object' ? given(keysOf(row.shape), flags) : givenValue(row, flags);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function givenValue({ shape, flag, inverted }: KeyRow, flags: Values): unknown {
  const value = flag === undefined ? undefined : flags[flag.slice('--'.length)];
  switch (shape.kind) {
    case 'boolean':
      // `-v` counts, so it is no switch.
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
