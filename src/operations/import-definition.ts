import type { Converted, ConvertOptions, Loss, SavedBody } from '../convert/converted.js';
import type { ImportFormat } from '../convert/draft.js';
import { ServiceError } from '../errors.js';
import type { RequestFile } from '../request-file/model.js';
import { printFile } from '../request-file/print-file.js';

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

type Importer = (text: string, wishes: ConvertOptions) => Converted | Promise<Converted>;

/** Each converter is loaded when its format is imported. */
const IMPORTERS: Readonly<Partial<Record<ImportFormat, () => Promise<Importer>>>> = {
  curl: async () => (await import('../convert/from-curl/convert.js')).convertCurl,
};

/** Text of another tool as request files; it throws ServiceError('input') when the text is not of the format. */
export async function importDefinition(
  format: ImportFormat,
  text: string,
  wishes: ConvertOptions,
): Promise<Imported> {
  const load = IMPORTERS[format];
  if (load === undefined) throw new ServiceError('usage', `the format ${format} cannot be imported`);
  const importer = await load();
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

/** Converters make writable files; one that does not is at fault, not its input. */
function print(file: RequestFile): string {
  try {
    return printFile(file);
  } catch (error) {
    throw new ServiceError('internal', error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}
