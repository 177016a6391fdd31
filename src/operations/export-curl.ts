import { relative, resolve, sep } from 'node:path';
import { convertToCurl, type Exported } from '../convert/to-curl/convert.js';
import type { PartialSources } from '../convert/to-curl/partial-scope.js';
import { commandLine } from '../convert/to-curl/shell-quote.js';
import { ServiceError } from '../errors.js';
import type { Request, RequestFile } from '../request-file/model.js';
import type { RunOptions } from '../runner/options.js';

export interface ExportWishes {
  readonly requests: readonly Request[];
  /** Where the request file lies, absolute. */
  readonly directory: string;
  /** Where the commands will be used, absolute: paths of files start there. */
  readonly base: string;
  readonly verbose: boolean;
  /** Operator values, and with a named environment all the rest. */
  readonly settings: ExportSettings;
}

export interface ExportSettings extends Pick<
  RunOptions,
  'operatorVariables' | 'secretNames' | 'environment' | 'dotenv' | 'headers'
> {
  /** False without a named environment: only operator values and file variables have a value then. */
  readonly full: boolean;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
}

/** Requests of one file as curl commands (cli.md 11, server.md 14). */
export function exportCurl(file: RequestFile, wishes: ExportWishes): Exported {
  const { settings, directory, base, verbose } = wishes;
  const { full } = settings;
  const sources: PartialSources = {
    full,
    variables: file.variables,
    operator: settings.operatorVariables,
    environment: full ? settings.environment : {},
    dotenv: full ? settings.dotenv : {},
    process: full ? settings.process : {},
    secretNames: new Set(settings.secretNames),
    clock: Date.now,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  };
  return convertToCurl(wishes.requests, sources, {
    verbose,
    headers: full ? settings.headers : {},
    pathOf: (path) => pathFrom(base, directory, path),
  });
}

/** The commands alone, of all requests or of the one with this very name (server.md 14). */
export function exportCommands(
  file: RequestFile,
  requestName: string | undefined,
  wishes: Omit<ExportWishes, 'requests' | 'verbose'>,
): string[] {
  const named = file.requests.filter(({ name }) => requestName === undefined || name === requestName);
  if (requestName !== undefined && named.length === 0)
    throw new ServiceError('not-found', `request not found: ${requestName} in ${file.path}`);
  if (requestName !== undefined && named.length > 1)
    throw new ServiceError(
      'request-file',
      `${requestName} means several requests of ${file.path}; give the one you mean # @name`,
    );
  const { commands } = exportCurl(file, { ...wishes, requests: named, verbose: false });
  return commands.map(({ words }) => commandLine(words));
}

/** `-` would be standard input to curl. */
function pathFrom(base: string, directory: string, path: string): string {
  const found = relative(base, resolve(directory, path)).split(sep).join('/');
  return found === '-' || found === '' ? `./${found}` : found;
}
