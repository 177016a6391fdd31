import { ServiceError } from '../../errors.js';
import { decodeText } from '../../request-file/parse/decode-text.js';
import { diskReason } from '../paths/disk-error.js';
import { dotenvLines } from './dotenv-lines.js';
import { readNamed, type NamedPath } from '../paths/read-inside.js';

export type DotenvValues = ReadonlyMap<string, string>;

export async function readDotenv(path: NamedPath, signal?: AbortSignal): Promise<DotenvValues> {
  const { shown } = path;
  let bytes: Buffer;
  try {
    bytes = await readNamed(path, MAX_DOTENV_BYTES, signal);
  } catch (error) {
    throw new ServiceError('input', `cannot read dotenv file ${shown}: ${diskReason(error)}`, {
      cause: error,
    });
  }
  if (bytes.length > MAX_DOTENV_BYTES)
    throw new ServiceError('input', `dotenv file ${shown} is larger than 1 MiB`);
  const { text, diagnostics } = decodeText(bytes);
  const [invalid] = diagnostics;
  if (invalid) throw new ServiceError('input', `${shown}:${invalid.line}: file is not valid UTF-8 here`);
  return parseDotenv(text, shown);
}

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

const MAX_DOTENV_BYTES = 1024 * 1024;

function unquote(value: string): string {
  const first = value[0];
  const quoted = value.length > 1 && (first === '"' || first === "'") && value.endsWith(first);
  return quoted ? value.slice(1, -1) : value;
}
