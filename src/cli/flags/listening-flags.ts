import type { Flag } from './flag.js';
import { numberFlag, textFlag } from './value-flags.js';

export const DEFAULT_HOST = '127.0.0.1';

export const PORT_LIMITS = { type: 'integer', minimum: 0, maximum: 65_535 } as const;

export const HOST_FLAG = textFlag('name or address to listen on', {
  value: 'host',
  shownDefault: DEFAULT_HOST,
});

export function portFlag(defaultPort: number): Flag<number | undefined> {
  const traits = { short: 'p', shownDefault: String(defaultPort) };
  return numberFlag('port to listen on; 0 takes a free one', PORT_LIMITS, traits);
}
