/** Converts definitions of other tools to request-file text, and request files to curl commands, for clients. */
import { dirname, join } from 'node:path';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from '../../runner/plan/options.js';
import type { HarOptions } from '../../record/from-har/convert-har.js';
import { exportCommands, type ExportedCommands, type ExportSettings } from './export-curl.js';
import { importContent, type ImportedContent } from './import-definition.js';
import { findSource, type ServedFormat } from './served-source.js';
import type { OperationContext } from '../files/operation-context.js';

export type { ServedFormat } from './served-source.js';

export interface ImportRequest {
  readonly format: ServedFormat;
  /** Bytes are decoded like documents; left out, the file at `location` is read. */
  readonly source?: string | Uint8Array;
  /** A URL, a path relative to the root, or empty. */
  readonly location: string;
  readonly baseUrl?: string;
  readonly full?: boolean;
  readonly har?: HarOptions;
}

export async function performImport(
  { format, source, location, baseUrl, full, har }: ImportRequest,
  root: string,
): Promise<ImportedContent> {
  const more = {
    location,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(full !== undefined && { full }),
    ...(har !== undefined && { har }),
  };
  const found = await findSource(format, source, location, root);
  const imported = await importContent(format, found.source, more, found.isDirectory);
  const { warnings, losses } = imported;
  return { ...imported, losses: losses.slice(0, MAX_WARNINGS), warnings: limitWarnings(warnings) };
}

export interface ExportRequest {
  readonly file: string;
  /** Left out or empty, all requests are exported. */
  readonly requestName?: string | undefined;
  /** Without it, only variables of the file and functions have values. */
  readonly environment?: string | undefined;
}

/** Exports the requests of a file as curl commands. */
export async function performExport(
  { file: sent, requestName, environment }: ExportRequest,
  { options: { root, process }, files, settings: serverSettings }: OperationContext,
): Promise<ExportedCommands> {
  const file = await files.parsed(sent);
  const directory = dirname(join(root, file.path));
  const given = { file, shown: file.path, directory };
  const found = environment ? await serverSettings.forFiles(environment, [given]) : undefined;
  const chosen = found?.settings;
  const settings = chosen
    ? { ...toExportSettings(chosen.options, process), client: found?.files[0]?.client }
    : MINIMAL_SETTINGS;
  const options = { directory, base: root, settings };
  const { commands, warnings } = exportCommands(file, requestName || undefined, options);
  const problem = chosen?.options.environmentProblem;
  return { commands, warnings: [...(problem === undefined ? [] : [problem]), ...limitWarnings(warnings)] };
}

function toExportSettings(
  { operatorVariables, secretNames, environment, dotenv, headers, secretCommands }: RunOptions,
  process: ExportSettings['process'],
): ExportSettings {
  return {
    full: true,
    process,
    operatorVariables,
    secretNames,
    environment,
    dotenv,
    headers,
    ...(secretCommands && { secretCommands }),
  };
}

/** Gives values to file variables and functions only, not even to those of the operator. */
const MINIMAL_SETTINGS: ExportSettings = { ...toExportSettings(DEFAULT_RUN_OPTIONS, {}), full: false };

const MAX_WARNINGS = 1000;
const MAX_WARNING_LENGTH = 500;

/** A hostile source could produce millions of warnings, or names as long as itself. */
function limitWarnings(warnings: readonly string[]): string[] {
  const shown = warnings
    .slice(0, MAX_WARNINGS)
    .map((warning) =>
      warning.length > MAX_WARNING_LENGTH
        ? `${warning.slice(0, MAX_WARNING_LENGTH).toWellFormed()}...`
        : warning,
    );
  const more = warnings.length - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more`];
}
