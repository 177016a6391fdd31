import { relative, resolve, sep } from 'node:path';
import { convertToCurl, type Exported } from '../../convert/to-curl/write-curl.js';
import type { PartialSources } from '../../convert/to-curl/partial-scope.js';
import { commandLine } from '../../convert/to-curl/shell-quote.js';
import { randomBytes } from '../../primitives/random-bytes.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import type { RunOptions } from '../../runner/plan/options.js';
import { namedRequest } from '../../runner/plan/selection.js';

export interface CurlExportOptions {
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
export function exportCurl(file: RequestFile, wishes: CurlExportOptions): Exported {
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
    random: randomBytes,
  };
  return convertToCurl(wishes.requests, sources, {
    verbose,
    headers: full ? settings.headers : {},
    pathOf: (path) => pathFrom(base, directory, path),
  });
}

export interface ExportedCommands {
  readonly commands: readonly string[];
  /** What has no value, and what a command cannot say. */
  readonly warnings: readonly string[];
}

/** The commands without comments, of all requests or of the one with this very name (server.md 14). */
export function exportCommands(
  file: RequestFile,
  requestName: string | undefined,
  wishes: Omit<CurlExportOptions, 'requests' | 'verbose'>,
): ExportedCommands {
  const { requests } = file;
  const only = requestName === undefined ? 0 : namedRequest({ file, shown: file.path }, requestName);
  const wanted = requestName === undefined ? requests : requests.slice(only, only + 1);
  const { commands, warnings } = exportCurl(file, { ...wishes, requests: wanted, verbose: false });
  const remarks = commands.flatMap((each) => each.remarks.map((remark) => `"${each.name}": ${remark}`));
  return {
    commands: commands.map(({ words }) => commandLine(words)),
    warnings: [...warnings, ...remarks],
  };
}

/** `-` would be standard input to curl. */
function pathFrom(base: string, directory: string, path: string): string {
  const found = relative(base, resolve(directory, path)).split(sep).join('/');
  return found === '-' || found === '' ? `./${found}` : found;
}
