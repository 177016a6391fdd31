/** The text of a dotenv file; needs no disk. */
import { ServiceError } from '../../errors.js';
import { dotenvLines } from './dotenv-lines.js';

export type DotenvValues = ReadonlyMap<string, string>;

/**
 * Parses `KEY=value` lines as docs/configuration.md#dotenv-files describes: the first `=` splits, both sides are
 * trimmed, and one pair of outer quotes is removed. A later key wins.
 */
export function parseDotenv(text: string, shown: string): DotenvValues {
  const values = new Map<string, string>();
  for (const { line, key, value } of dotenvLines(text)) {
    // The line itself is not shown: it may be a secret that lost its key.
    if (key === undefined) throw new ServiceError('input', `${shown}:${line}: expected KEY=value`);
    values.set(key, unquote(value));
  }
  return values;
}

function unquote(value: string): string {
  const first = value[0];
  const quoted = value.length > 1 && (first === '"' || first === "'") && value.endsWith(first);
  return quoted ? value.slice(1, -1) : value;
}
