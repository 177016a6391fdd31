/** Definitions of other tools → request-file text, and request files → commands, for clients. */
import { dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from '../../runner/plan/options.js';
import { readFileWithin } from '../../workspace/paths/boundary.js';
import { refusalError } from '../../workspace/paths/path-refusal.js';
import type { Configuration } from '../settings/configuration.js';
import { documentText } from './document-text.js';
import { exportCommands, type ExportedCommands, type ExportSettings } from './export-curl.js';
import type { ExportRequest } from './export-request.js';
import { importContent, type ImportedContent } from './import-definition.js';
import { NOT_CONVERTIBLE, type ImportRequest, type ServedFormat } from './import-request.js';
import { MAX_SOURCE_BYTES } from './import-source.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import type { ServerSettings, SettingsOptions } from '../settings/server-settings.js';

export async function performImport(
  { format, source, location, baseUrl }: ImportRequest,
  { options: { root } }: { readonly options: { readonly root: string } },
): Promise<ImportedContent> {
  const given = source ?? (await readSource(location, root));
  const text = typeof given === 'string' ? given : decoded(given, format);
  const more = baseUrl === undefined ? { location } : { location, baseUrl };
  const { content, requestCount, warnings } = await importContent(format, text, more);
  return { content, requestCount, warnings: readable(warnings) };
}

/** Of any name. */
async function readSource(sent: string, root: string): Promise<Uint8Array> {
  const read = await readFileWithin(sent, { root, limit: { bytes: MAX_SOURCE_BYTES, text: '20 MiB' } });
  if (!read.ok) throw refusalError(read);
  return read.bytes;
}

function decoded(bytes: Uint8Array, format: ServedFormat): string {
  try {
    return documentText(bytes, 'it');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.kind, `${NOT_CONVERTIBLE[format]}: ${error.message}`, { cause: error });
  }
}

export interface ExportParts {
  readonly options: Pick<SettingsOptions, 'root' | 'process'>;
  readonly files: Pick<IndexedFiles, 'parsed'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly settings: ServerSettings;
}

/** The requests of a file as commands. */
export async function performExport(
  { file: sent, requestName, environment }: ExportRequest,
  { options: { root, process }, files, configuration, settings: known }: ExportParts,
): Promise<ExportedCommands> {
  const file = await files.parsed(sent);
  const chosen = environment ? await known.of(await configuration.current(), environment) : undefined;
  const settings = chosen ? exportSettings(chosen.options, process) : LITTLE;
  const options = { directory: dirname(join(root, file.path)), base: root, settings };
  const { commands, warnings } = exportCommands(file, requestName || undefined, options);
  const problem = chosen?.options.environmentProblem;
  return { commands, warnings: [...(problem === undefined ? [] : [problem]), ...readable(warnings)] };
}

function exportSettings(
  { operatorVariables, secretNames, environment, dotenv, headers }: RunOptions,
  process: ExportSettings['process'],
): ExportSettings {
  return { full: true, process, operatorVariables, secretNames, environment, dotenv, headers };
}

/** Variables of the file and functions only, not even those of the operator. */
const LITTLE: ExportSettings = { ...exportSettings(DEFAULT_RUN_OPTIONS, {}), full: false };

const MAX_WARNINGS = 1000;
const MAX_WARNING_LENGTH = 500;

/** A hostile source has millions of them, or names as long as itself. */
function readable(warnings: readonly string[]): string[] {
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
