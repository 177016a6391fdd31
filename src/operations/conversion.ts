/** What takes long to compute, as tasks that can be sent to a thread. */
import { dirname, join } from 'node:path';
import { ServiceError } from '../errors.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { editConfigText, type ConfigEdit } from '../workspace/config-edit.js';
import { parseConfig, type ConfigText } from '../workspace/config-text.js';
import { requestCount } from '../workspace/file-parser.js';
import { documentText } from './document-text.js';
import { exportCommands, type ExportedCommands, type ExportSettings } from './export-curl.js';
import { importContent, type ImportedContent } from './import-definition.js';
import { refuseUnparsable } from './refused-file.js';
import { sendFile, type SentFile } from './sent-file.js';

/** What becomes of each kind of task. */
export interface Conversions {
  readonly import: { readonly task: ImportTask; readonly result: ImportedContent };
  readonly export: { readonly task: ExportTask; readonly result: ExportedCommands };
  readonly parse: { readonly task: ReadTask<'parse'>; readonly result: SentFile };
  readonly count: { readonly task: ReadTask<'count'>; readonly result: number };
  readonly config: { readonly task: ConfigTask; readonly result: ConfigText };
  readonly edit: { readonly task: EditTask; readonly result: string };
}

export type ConversionKind = keyof Conversions;
export type ConversionTask = Conversions[ConversionKind]['task'];
export type ConversionResult = Conversions[ConversionKind]['result'];

export interface ImportTask {
  readonly kind: 'import';
  readonly format: ServedFormat;
  /** Bytes are decoded as documents are. */
  readonly source: string | Uint8Array;
  /** A URL, a path, or empty. */
  readonly location: string;
  readonly baseUrl?: string;
}

export interface ExportTask {
  readonly kind: 'export';
  /** Of the request file, relative to the root. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly root: string;
  /** All requests when it is left out. */
  readonly requestName?: string;
  readonly settings: ExportSettings;
}

/** A request file of the workspace. */
export interface ReadTask<Kind> {
  readonly kind: Kind;
  /** Relative to the root. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The settings of a config file. */
export interface ConfigTask {
  readonly kind: 'config';
  readonly source: string | Uint8Array;
}

export interface EditTask {
  readonly kind: 'edit';
  readonly text: string;
  readonly edits: readonly ConfigEdit[];
  /** Name of the file in messages. */
  readonly shown: string;
}

/** How messages call what the source is not. */
const NOT_CONVERTIBLE = {
  curl: 'not a curl command',
  clientexport: 'not a client export of format 4',
  collection: 'not a collection of format 2.1',
  openapi: 'not an OpenAPI document',
} as const;

export type ServedFormat = keyof typeof NOT_CONVERTIBLE;

export async function performConversion(task: ConversionTask): Promise<ConversionResult> {
  switch (task.kind) {
    case 'import':
      return performImport(task);
    case 'export':
      return performExport(task);
    case 'parse':
      return sendFile(await parseRequestFile(task.bytes, task.path));
    case 'count':
      return requestCount(await parseRequestFile(task.bytes, task.path));
    case 'config':
      return readConfig(task);
    case 'edit':
      return editConfigText(task.text, task.edits, task.shown);
  }
}

async function performImport({ format, source, location, baseUrl }: ImportTask): Promise<ImportedContent> {
  const text = typeof source === 'string' ? source : decoded(source, format);
  const more = baseUrl === undefined ? { location } : { location, baseUrl };
  const { content, requestCount, warnings } = await importContent(format, text, more);
  return { content, requestCount, warnings: readable(warnings) };
}

function decoded(bytes: Uint8Array, format: ServedFormat): string {
  try {
    return documentText(bytes, 'it');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.kind, `${NOT_CONVERTIBLE[format]}: ${error.message}`, { cause: error });
  }
}

async function performExport({
  path,
  bytes,
  root,
  requestName,
  settings,
}: ExportTask): Promise<ExportedCommands> {
  const file = await parseRequestFile(bytes, path);
  refuseUnparsable(file);
  const wishes = { directory: dirname(join(root, path)), base: root, settings };
  const { commands, warnings } = exportCommands(file, requestName, wishes);
  return { commands, warnings: readable(warnings) };
}

/** Clients hear of the first problem only. */
function readConfig({ source }: ConfigTask): ConfigText {
  const { config, problems, warnings } = parseConfig(source);
  return { config, problems: problems.slice(0, MOST_WARNINGS), warnings: warnings.slice(0, MOST_WARNINGS) };
}

const MOST_WARNINGS = 1000;
const LONGEST_WARNING = 500;

/** A hostile source has millions of them, or names as long as itself. */
function readable(warnings: readonly string[]): string[] {
  const shown = warnings
    .slice(0, MOST_WARNINGS)
    .map((warning) =>
      warning.length > LONGEST_WARNING ? `${warning.slice(0, LONGEST_WARNING).toWellFormed()}...` : warning,
    );
  const more = warnings.length - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more`];
}
