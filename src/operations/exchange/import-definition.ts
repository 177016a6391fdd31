import type { Converted, ConvertOptions, Loss, SavedBody } from '../../convert/converted.js';
import type { ImportFormat } from '../../convert/draft.js';
import type { LoadDocument } from '../../documents/load-referenced.js';
import { ServiceError } from '../../errors.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { printTree } from '../../request-file/print/print-tree.js';
import { treeDifference } from '../../request-file/model/tree-difference.js';

export interface ImportOptions extends ConvertOptions {
  /** Where the text comes from: a URL, a path as given, or empty. */
  readonly location: string;
  /** How other documents are read that an API description refers to; left out, they are not. */
  readonly loadDocument?: LoadDocument;
  /** Replaces the address of an API description; http or https. */
  readonly baseUrl?: string;
  /** Only operations of an API description with one of these. */
  readonly tags?: readonly string[];
  /** One file per top-level folder of a client export. */
  readonly perFolder: boolean;
}

export interface Imported {
  readonly files: readonly ImportedFile[];
  readonly requestCount: number;
  readonly losses: readonly Loss[];
  readonly warnings: readonly string[];
}

export interface ImportedFile {
  /** As in ConvertedFile. */
  readonly path: string;
  readonly text: string;
  readonly requestCount: number;
  readonly bodies: readonly SavedBody[];
}

type Importer = (text: string, wishes: ImportOptions) => Converted | Promise<Converted>;

/** Each converter is loaded when its format is imported. */
const IMPORTERS: Readonly<Record<ImportFormat, () => Promise<Importer>>> = {
  openapi: async () => (await import('../../convert/from-openapi/convert-openapi.js')).convertOpenapi,
  collection: async () =>
    (await import('../../convert/from-collection/convert-collection.js')).convertCollection,
  curl: async () => (await import('../../convert/from-curl/convert-curl.js')).convertCurl,
  clientexport: async () =>
    (await import('../../convert/from-client-export/convert-client-export.js')).convertClientExport,
};

/** Text of another tool as request files; throws ServiceError('input') when the text is not of the format. */
export async function importDefinition(
  format: ImportFormat,
  text: string,
  wishes: ImportOptions,
): Promise<Imported> {
  const importer = await IMPORTERS[format]();
  const { files, losses, warnings } = await importer(text, wishes);
  const printed = files.map(({ path, file, bodies }) => ({
    path,
    text: print(file),
    requestCount: file.requests.length,
    bodies,
  }));
  const requestCount = printed.reduce((sum, each) => sum + each.requestCount, 0);
  return { files: printed, requestCount, losses, warnings };
}

export interface ImportedContent {
  readonly content: string;
  readonly requestCount: number;
  /** What was lost, and what else is to be said. */
  readonly warnings: readonly string[];
}

/** One text with everything, for those who get no files (server.md 14). */
export async function importContent(
  format: ImportFormat,
  text: string,
  more: Partial<Pick<ImportOptions, 'baseUrl' | 'location'>> = {},
): Promise<ImportedContent> {
  const wishes = { location: '', ...more, tests: true, saveBodies: false, perFolder: false };
  const { files, requestCount, losses, warnings } = await importDefinition(format, text, wishes);
  return {
    content: files.map((file) => file.text).join('\n'),
    requestCount,
    warnings: [...warnings, ...losses.map(({ path, reason }) => `${path}: ${reason}`)],
  };
}

/** What is printed has to read back as it was meant: a converter that fails in this is at fault, not its input. */
function print(file: RequestFile): string {
  const text = printTree(file);
  const found = parseText(text, file.path);
  const error = found.diagnostics.find(({ severity, phase }) => severity === 'error' && phase === 'syntax');
  if (error?.code === 'file_too_large')
    throw new ServiceError(
      'input',
      'the source holds more than one request file can (10 MiB, 100,000 requests); import it in parts',
    );
  const difference = error?.message ?? treeDifference(file, found);
  if (difference === undefined) return text;
  throw new ServiceError('internal', `the imported text does not read back: ${difference}`);
}
