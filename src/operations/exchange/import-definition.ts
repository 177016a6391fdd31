import type { Converted, ConvertOptions, Loss, SavedBody } from '../../convert/converted.js';
import type { ImportFormat as ConvertedFormat } from '../../convert/import-draft.js';
import type { LoadDocument } from '../../documents/load-referenced.js';
import { ServiceError } from '../../errors.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { printBuilt } from '../../request-file/print-built.js';
import type { HarOptions } from '../../record/from-har/convert-har.js';

/** A HAR document goes through the pipeline of the recorder, all others through a converter. */
export type ImportFormat = ConvertedFormat | 'har';

export interface ImportOptions extends ConvertOptions {
  /** The source of the text: a URL, a path as the user wrote it, or empty. */
  readonly location: string;
  /** Reads other documents that an API description refers to; left out, references are not followed. */
  readonly loadDocument?: LoadDocument;
  /** Replaces the base URL of an API description; http or https. */
  readonly baseUrl?: string;
  /** Imports only operations of an API description with one of these tags. */
  readonly tags?: readonly string[];
  /** Writes every property of a body of an API description. */
  readonly full?: boolean;
  /** Creates one file per tag of an API description. */
  readonly split?: 'tag';
  /** Creates one file per top-level folder of a client export. */
  readonly perFolder: boolean;
  /** Which entries of a HAR document are imported, and how. */
  readonly har?: HarOptions;
}

export interface Imported {
  readonly files: readonly ImportedFile[];
  readonly requestCount: number;
  readonly losses: readonly Loss[];
  readonly warnings: readonly string[];
}

export interface ImportedFile {
  /** The path of the ConvertedFile. */
  readonly path: string;
  readonly text: string;
  readonly requestCount: number;
  readonly bodies: readonly SavedBody[];
}

type Importer = (text: string, options: ImportOptions) => Converted | Promise<Converted>;

/** Each converter is loaded when its format is imported. */
const IMPORTERS: Readonly<Record<ImportFormat, () => Promise<Importer>>> = {
  openapi: async () => (await import('../../convert/from-openapi/convert-openapi.js')).convertOpenapi,
  collection: async () =>
    (await import('../../convert/from-collection/convert-collection.js')).convertCollection,
  curl: async () => (await import('../../convert/from-curl/convert-curl.js')).convertCurl,
  clientexport: async () =>
    (await import('../../convert/from-client-export/convert-client-export.js')).convertClientExport,
  har: async () => {
    const { convertHar } = await import('../../record/from-har/convert-har.js');
    return async (text, { har, tests }) => {
      const { text: written, losses, warnings } = await convertHar(text, { ...har, tests });
      return { files: [{ path: '', file: parseText(written, ''), bodies: [] }], losses, warnings };
    };
  },
};

/**
 * Converts a text of another tool to request files; throws ServiceError('input') when the text does not have the
 * format.
 */
export async function importDefinition(
  format: ImportFormat,
  text: string,
  options: ImportOptions,
): Promise<Imported> {
  const importer = await IMPORTERS[format]();
  const { files, losses, warnings } = await importer(text, options);
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
  /** Lost features and other warnings of the conversion. */
  readonly warnings: readonly string[];
}

/** Returns everything as one text, for clients that get no files. */
export async function importContent(
  format: ImportFormat,
  text: string,
  more: Partial<Pick<ImportOptions, 'baseUrl' | 'full' | 'location' | 'har'>> = {},
): Promise<ImportedContent> {
  const options = { location: '', ...more, tests: true, saveBodies: false, perFolder: false };
  const { files, requestCount, losses, warnings } = await importDefinition(format, text, options);
  return {
    content: files.map((file) => file.text).join('\n'),
    requestCount,
    warnings: [...warnings, ...losses.map(({ path, reason }) => `${path}: ${reason}`)],
  };
}

/** The printed text must parse back to the same model: if it does not, the converter is at fault, not its input. */
function print(file: RequestFile): string {
  const printed = printBuilt(file);
  if ('text' in printed) return printed.text;
  if (printed.error?.code === 'file_too_large')
    throw new ServiceError(
      'input',
      'the source has more than one request file can contain (10 MiB, 100,000 requests); import it in parts',
    );
  throw new ServiceError('internal', `the imported text does not read back: ${printed.difference}`);
}
