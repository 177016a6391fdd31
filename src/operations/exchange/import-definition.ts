import {
  placeOfLoss,
  type Converted,
  type ConvertOptions,
  type ExtraFile,
  type Loss,
  type SavedBody,
} from '../../convert/converted.js';
import type { ImportFormat as ConvertedFormat } from '../../convert/import-draft.js';
import type { SourceFolder } from '../../convert/source-folder.js';
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
  /** Creates one file per top-level folder. */
  readonly perFolder: boolean;
  /** The text of an environment that was exported beside a collection. */
  readonly environment?: string;
  /** Which entries of a HAR document are imported, and how. */
  readonly har?: HarOptions;
}

export interface Imported {
  readonly files: readonly ImportedFile[];
  readonly requestCount: number;
  readonly assertionCount: number;
  readonly captureCount: number;
  readonly losses: readonly Loss[];
  readonly warnings: readonly string[];
  readonly extras: readonly ExtraFile[];
}

export interface ImportedFile {
  /** The path of the ConvertedFile. */
  readonly path: string;
  readonly text: string;
  readonly requestCount: number;
  readonly bodies: readonly SavedBody[];
}

/** Documents are one text, folders have members. */
interface Importer {
  readonly text?: (text: string, options: ImportOptions) => Converted | Promise<Converted>;
  readonly folder?: (folder: SourceFolder, options: ImportOptions) => Converted | Promise<Converted>;
}

/** Each converter is loaded when its format is imported. */
const IMPORTERS: Readonly<Record<ImportFormat, () => Promise<Importer>>> = {
  openapi: async () => ({
    text: (await import('../../convert/from-openapi/convert-openapi.js')).convertOpenapi,
  }),
  collection: async () => {
    const { convertCollection, convertCollectionDirectory } =
      await import('../../convert/from-collection/convert-collection.js');
    return { text: convertCollection, folder: convertCollectionDirectory };
  },
  curl: async () => ({ text: (await import('../../convert/from-curl/convert-curl.js')).convertCurl }),
  clientexport: async () => ({
    text: (await import('../../convert/from-client-export/convert-client-export.js')).convertClientExport,
  }),
  bruno: async () => ({ folder: (await import('../../convert/from-bruno/convert-bruno.js')).convertBruno }),
  http: async () => ({ folder: (await import('../../convert/from-http/convert-http.js')).convertHttp }),
  har: async () => {
    const { convertHar } = await import('../../record/from-har/convert-har.js');
    return {
      text: async (text, { har, tests }) => {
        const { text: written, losses, warnings } = await convertHar(text, { ...har, tests });
        return { files: [{ path: '', file: parseText(written, ''), bodies: [] }], losses, warnings };
      },
    };
  },
};

/**
 * Converts a text or a folder of another tool to request files; throws ServiceError('input') when it does not have the
 * format.
 */
export async function importDefinition(
  format: ImportFormat,
  source: string | SourceFolder,
  options: ImportOptions,
): Promise<Imported> {
  const converted = await convert(format, source, options);
  const { losses, warnings, extras = [] } = converted;
  const files = options.perFolder && format !== 'http' ? withRequests(converted.files) : converted.files;
  const printed = files.map(({ path, file, text, bodies }) => ({
    path,
    text: text ?? print(file),
    requestCount: file.requests.length,
    bodies,
  }));
  const requests = files.flatMap(({ file }) => file.requests);
  return {
    files: printed,
    requestCount: requests.length,
    assertionCount: requests.reduce((sum, each) => sum + each.assertions.length, 0),
    captureCount: requests.reduce((sum, each) => sum + each.captures.length, 0),
    losses,
    warnings,
    extras,
  };
}

/** A folder of which nothing can be sent becomes no file, because a file without requests is an error. */
function withRequests(files: Converted['files']): Converted['files'] {
  return files.filter(({ file }) => file.requests.length > 0);
}

/** What an import kept and lost, as clients and the report file get it. */
export interface ImportReport {
  readonly requests: number;
  readonly assertions: number;
  readonly captures: number;
  readonly losses: readonly ReportedLoss[];
}

export interface ReportedLoss {
  readonly place: string;
  /** Null for a place without lines. */
  readonly line: number | null;
  readonly endLine: number | null;
  /** What the source says there; empty if the place says it all. */
  readonly text: string;
  readonly reason: string;
}

export function reportOf({ requestCount, assertionCount, captureCount, losses }: Imported): ImportReport {
  return {
    requests: requestCount,
    assertions: assertionCount,
    captures: captureCount,
    losses: losses.map(({ path, line = null, endLine = line, text = '', reason }) => ({
      place: path,
      line,
      endLine,
      text,
      reason,
    })),
  };
}

async function convert(
  format: ImportFormat,
  source: string | SourceFolder,
  options: ImportOptions,
): Promise<Converted> {
  const importer = await IMPORTERS[format]();
  if (typeof source === 'string') {
    if (importer.text !== undefined) return importer.text(source, options);
    throw new ServiceError('input', `an import of ${format} needs a file or a directory`);
  }
  if (importer.folder !== undefined) return importer.folder(source, options);
  throw new ServiceError('input', `an import of ${format} needs a file, not a directory`);
}

export interface ImportedContent {
  readonly content: string;
  /** Set for a directory: each file by its path. */
  readonly files?: readonly { readonly path: string; readonly content: string }[];
  readonly requestCount: number;
  readonly assertions: number;
  readonly captures: number;
  readonly losses: readonly ReportedLoss[];
  /** Lost features and other warnings of the conversion. */
  readonly warnings: readonly string[];
}

type ContentOptions = Partial<Pick<ImportOptions, 'baseUrl' | 'location' | 'full' | 'har'>>;

/** Returns everything as text, for clients that get no files; of a directory also file by file. */
export async function importContent(
  format: ImportFormat,
  source: string | SourceFolder,
  more: ContentOptions = {},
  intoFiles = false,
): Promise<ImportedContent> {
  const imported = await importDefinition(format, source, {
    location: '',
    ...more,
    tests: true,
    saveBodies: intoFiles,
    perFolder: intoFiles,
    ...(intoFiles && { config: 'write' }),
  });
  const { texts, losses: notCarried } = intoFiles ? textsOf(imported) : { texts: undefined, losses: [] };
  const all = [...imported.losses, ...notCarried];
  const { requests, assertions, captures, losses } = reportOf({ ...imported, losses: all });
  return {
    content: imported.files.map((file) => file.text).join('\n'),
    ...(texts !== undefined && { files: texts }),
    requestCount: requests,
    assertions,
    captures,
    losses,
    warnings: [...imported.warnings, ...all.map((loss) => `${placeOfLoss(loss)}: ${loss.reason}`)],
  };
}

interface CarriedTexts {
  readonly texts: NonNullable<ImportedContent['files']>;
  readonly losses: readonly Loss[];
}

/** Files that are no text cannot be returned; they stay where they are. */
function textsOf({ files, extras }: Imported): CarriedTexts {
  const losses: Loss[] = [];
  const copies = extras.flatMap(({ path, content }) => {
    const text = typeof content === 'string' ? content : textOf(content);
    if (text !== undefined) return [{ path, content: text }];
    losses.push({ path, reason: 'the file is no text and is not returned; copy it beside the request file' });
    return [];
  });
  const written = files.flatMap(({ path, text, bodies }) => {
    const folder = /^.*\//.exec(path)?.[0] ?? '';
    return [
      ...bodies.map((body) => ({ path: `${folder}${body.path}`, content: body.text })),
      { path: path || 'imported.http', content: text },
    ];
  });
  return { texts: [...written, ...copies], losses };
}

/** A byte-order mark is kept, so that writing the text gives the same bytes. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
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
