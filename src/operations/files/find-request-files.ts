import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { diagnosticLine, type Diagnostic } from '../../request-file/model/diagnostic.js';
import { collectRequestFiles, type FoundFile, type FoundFiles } from '../../workspace/files/request-files.js';

export interface RequestFilePaths {
  readonly files: readonly FoundFile[];
  /** Each names its path. */
  readonly problems: readonly string[];
  /** See FoundFiles. */
  readonly abandoned: FoundFiles['abandoned'];
}

/** For operations that take request files only: a config file is ignored where met and refused where named. */
export async function findRequestFiles(paths: readonly string[], cwd: string): Promise<RequestFilePaths> {
  const { files, configs, problems, abandoned } = await collectRequestFiles(paths, cwd);
  const named = paths.filter((path) => configs.includes(resolve(cwd, path)));
  const refusals = named.map(
    (path) => `${path} is not a request file; expected a .http or .spec file, or a directory`,
  );
  return { files, problems: [...problems.map(({ message }) => message), ...refusals], abandoned };
}

/** The message of a file that cannot be read; any other failure goes on. */
export function unreadableFile(error: unknown): string {
  if (error instanceof ServiceError && error.kind === 'request-file') return error.message;
  throw error;
}

/** One line for a file with errors, however many there are. */
export function refusal(file: string, errors: readonly Diagnostic[]): string {
  const [first, ...others] = errors;
  if (first === undefined) return `${file} has errors`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more; svc validate shows them)`;
  return `${diagnosticLine(file, first)}${more}`;
}
