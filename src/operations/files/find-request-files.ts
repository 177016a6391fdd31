import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { diagnosticLine, type Diagnostic } from '../../request-file/model/diagnostic.js';
import { collectRequestFiles, type FoundFile, type FoundFiles } from '../../workspace/files/request-files.js';

export interface RequestFilePaths {
  readonly files: readonly FoundFile[];
  /** Each message names its path. */
  readonly problems: readonly string[];
  /** The value of `abandoned` in FoundFiles. */
  readonly abandoned: FoundFiles['abandoned'];
}

/**
 * For operations that take request files only: a config file in a directory is ignored, one that was named is
 * refused.
 */
export async function findRequestFiles(paths: readonly string[], cwd: string): Promise<RequestFilePaths> {
  const { files, configs, problems, abandoned } = await collectRequestFiles(paths, cwd);
  const named = paths.filter((path) => configs.includes(resolve(cwd, path)));
  const refusals = named.map(
    (path) => `${path} is not a request file; expected a .http, .rest or .spec file, or a directory`,
  );
  return { files, problems: [...problems.map(({ message }) => message), ...refusals], abandoned };
}

/** Returns the message for a file that cannot be read; rethrows any other error. */
export function unreadableFileMessage(error: unknown): string {
  if (error instanceof ServiceError && error.kind === 'request-file') return error.message;
  throw error;
}

/** Returns one line for a file with errors, however many there are. */
export function refusalMessage(file: string, errors: readonly Diagnostic[]): string {
  const [first, ...others] = errors;
  if (first === undefined) return `${file} has errors`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more; svc validate shows them)`;
  return `${diagnosticLine(file, first)}${more}`;
}
