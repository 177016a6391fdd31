/** Reads environment files of other clients and settings of editors within their limits. */
import { diskReason } from '../paths/disk-error.js';
import { readNamed, type NamedPath } from '../paths/read-inside.js';
import type { ClientEnvError, ClientEnvFile, ClientEnvText } from './client-env-file.js';

const MAX_FILE_BYTES = 1024 * 1024;
const START = { line: 1, column: 1 };

/** Throws ClientEnvError. */
export async function readClientEnv(path: NamedPath, isPrivate: boolean): Promise<ClientEnvFile> {
  const { parseClientEnvFile } = await import('./client-env-file.js');
  return parseClientEnvFile(await readClientEnvText(path, isPrivate));
}

/** Undefined for settings without environments. Throws ClientEnvError. */
export async function readEditorSettings(path: NamedPath): Promise<ClientEnvFile | undefined> {
  const { parseEditorSettings } = await import('./client-env-file.js');
  return parseEditorSettings(await readClientEnvText(path, false));
}

/** At most 1 MiB of UTF-8. Throws ClientEnvError. */
export async function readClientEnvText(path: NamedPath, isPrivate: boolean): Promise<ClientEnvText> {
  const { shown } = path;
  const { ClientEnvError } = await import('./client-env-file.js');
  const problem = (reason: string): ClientEnvError => new ClientEnvError(shown, START, reason);
  const bytes = await readNamed(path, MAX_FILE_BYTES).catch((error: unknown) => {
    throw problem(`cannot read this file: ${diskReason(error)}`);
  });
  if (bytes.length > MAX_FILE_BYTES) throw problem('this file is larger than 1 MiB');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, shown, isPrivate };
  } catch {
    throw problem('this file is not valid UTF-8');
  }
}
