import { relative, resolve, sep } from 'node:path';
import { convertToCurl, type CurlExport } from '../../convert/to-curl/write-curl.js';
import type { PartialSources } from '../../convert/to-curl/partial-scope.js';
import { formatCommandLine } from '../../convert/to-curl/shell-quote.js';
import type { ClientValues } from '../../evaluation/variables/client-values.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { CommandSecrets } from '../../runner/commands/secrets/command-secrets.js';
import { randomBytes } from '../../primitives/random-bytes.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import type { RunOptions } from '../../runner/plan/options.js';
import { findNamedRequest } from '../../runner/plan/selection.js';

export interface CurlExportOptions {
  readonly requests: readonly Request[];
  /** The folder of the request file, absolute. */
  readonly directory: string;
  /** The absolute folder in which the commands will be used; paths of files are relative to it. */
  readonly base: string;
  readonly verbose: boolean;
  /** Operator values, and all other values only with a named environment. */
  readonly settings: ExportSettings;
}

export interface ExportSettings extends Pick<
  RunOptions,
  'operatorVariables' | 'secretNames' | 'environment' | 'dotenv' | 'headers' | 'secretCommands'
> {
  /** False without a named environment: then only operator values and file variables have a value. */
  readonly full: boolean;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** What environment files of other clients give to the file. */
  readonly client?: ClientValues | undefined;
  /** The secrets that programs have printed; left out, no program is asked and such secrets have no value. */
  readonly commandSecrets?: CommandSecrets | undefined;
}

/** Converts requests of one file to curl commands. */
export function exportCurl(file: RequestFile, options: CurlExportOptions): CurlExport {
  const { settings, directory, base, verbose } = options;
  const { full } = settings;
  const sources: PartialSources = {
    full,
    variables: file.variables,
    operator: settings.operatorVariables,
    environment: full ? (settings.client?.environment ?? settings.environment) : {},
    client: settings.client,
    commandSecrets: settings.commandSecrets ?? unasked(settings),
    dotenv: full ? settings.dotenv : {},
    process: full ? settings.process : {},
    secretNames: new Set(settings.secretNames),
    clock: Date.now,
    random: randomBytes,
  };
  return convertToCurl(options.requests, sources, {
    verbose,
    headers: full ? settings.headers : {},
    pathOf: (path) => pathFrom(base, directory, path),
  });
}

/** What writes commands for somebody else to use starts no programs. */
function unasked({ secretCommands }: ExportSettings): CommandSecrets | undefined {
  if (secretCommands === undefined) return undefined;
  const options = { secretCommands, allowSecretCommands: true, dryRun: false };
  return new CommandSecrets(options, new SecretSet(), () => Promise.reject(new Error('not asked here')));
}

export interface ExportedCommands {
  readonly commands: readonly string[];
  /** Variables without a value, and features that a curl command cannot express. */
  readonly warnings: readonly string[];
}

/** Returns the commands without comments, for all requests or for the one with exactly this name. */
export function exportCommands(
  file: RequestFile,
  requestName: string | undefined,
  options: Omit<CurlExportOptions, 'requests' | 'verbose'>,
): ExportedCommands {
  const { requests } = file;
  const only = requestName === undefined ? 0 : findNamedRequest({ file, shown: file.path }, requestName);
  const wanted = requestName === undefined ? requests : requests.slice(only, only + 1);
  const { commands, warnings } = exportCurl(file, { ...options, requests: wanted, verbose: false });
  const remarks = commands.flatMap((each) => each.remarks.map((remark) => `"${each.name}": ${remark}`));
  return {
    commands: commands.map(({ words }) => formatCommandLine(words)),
    warnings: [...warnings, ...remarks],
  };
}

/** A path `-` would mean standard input to curl. */
function pathFrom(base: string, directory: string, path: string): string {
  const found = relative(base, resolve(directory, path)).split(sep).join('/');
  return found === '-' || found === '' ? `./${found}` : found;
}
