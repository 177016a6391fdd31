import { ServiceError } from '../../errors.js';
import { decodeText } from '../../request-file/decode-text.js';
import { diskReason } from '../paths/disk-error.js';
import { nearHint } from '../paths/near-sibling.js';
import { parseDotenv, type DotenvValues } from './dotenv-text.js';
import { readNamed, type NamedPath } from '../paths/read-inside.js';

export type { DotenvValues } from './dotenv-text.js';

export async function readDotenv(path: NamedPath, signal?: AbortSignal): Promise<DotenvValues> {
  const { shown } = path;
  let bytes: Buffer;
  try {
    bytes = await readNamed(path, MAX_DOTENV_BYTES, signal);
  } catch (error) {
    const reason = diskReason(error) + nearHint(error, path);
    throw new ServiceError('input', `cannot read dotenv file ${shown}: ${reason}`, { cause: error });
  }
  if (bytes.length > MAX_DOTENV_BYTES)
    throw new ServiceError('input', `dotenv file ${shown} is larger than 1 MiB`);
  const { text, diagnostics } = decodeText(bytes);
  const [invalid] = diagnostics;
  if (invalid) throw new ServiceError('input', `${shown}:${invalid.line}: file is not valid UTF-8 here`);
  return parseDotenv(text, shown);
}

const MAX_DOTENV_BYTES = 1024 * 1024;
