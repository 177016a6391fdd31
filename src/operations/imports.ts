import { ServiceError } from '../errors.js';
import { Slots } from '../primitives/slots.js';
import { readFileWithin } from '../workspace/boundary.js';
import { refusalError } from '../workspace/path-refusal.js';
import type { ImportTask, ServedFormat } from './conversion.js';
import type { ConversionThreads } from './conversion-threads.js';
import type { PublicFetch } from './fetch-public-document.js';
import type { ImportedContent } from './import-definition.js';
import { LARGEST_SOURCE } from './import-source.js';
import type { ServiceOptions } from './service-options.js';
import { orShuttingDown } from './shutting-down.js';

/** Definitions of other tools as request-file text; nothing is written (server.md 14). */
export interface Imports {
  curl(given: { command?: string; filePath?: string }, signal: AbortSignal): Promise<ImportedContent>;
  clientExport(given: { data?: string; filePath?: string }, signal: AbortSignal): Promise<ImportedContent>;
  collection(given: { data?: string; filePath?: string }, signal: AbortSignal): Promise<ImportedContent>;
  /** With the document itself in `data` nothing is read or fetched; `specPath` then only names it. */
  openapi(
    given: { specPath: string; data?: string; baseUrl?: string },
    signal: AbortSignal,
  ): Promise<ImportedContent>;
}

export interface ImportsInput {
  readonly options: Pick<ServiceOptions, 'root' | 'allowPrivateNetwork'>;
  readonly threads: ConversionThreads;
  /** What differs from the network as it is. */
  readonly network?: Omit<PublicFetch, 'allowPrivate'>;
}

/** Each may hold up to 20 MiB. */
const MOST_FETCHES = 8;

export function createImports({ options, threads, network = {} }: ImportsInput): Imports {
  const { root, allowPrivateNetwork: allowPrivate } = options;
  const fetches = new Slots(MOST_FETCHES);
  const convert = (task: Task, read: Read, signal: AbortSignal): Promise<ImportedContent> =>
    orShuttingDown(
      threads.run<'import'>(async () => ({ kind: 'import', source: await read(), ...task }), signal),
      signal,
    );
  const fetched = async (url: string, signal: AbortSignal): Promise<Uint8Array> => {
    const { fetchPublicDocument } = await import('./fetch-public-document.js');
    const fetch = () => fetchPublicDocument(url, { allowPrivate, ...network }, signal);
    return orShuttingDown(fetches.use(signal, fetch), signal);
  };
  const textOrFile = (format: ServedFormat, given: TextOrFile, signal: AbortSignal) => {
    const { text, field, path } = given;
    if (text) return convert({ format, location: '' }, () => text, signal);
    if (path) return convert({ format, location: path }, () => readSource(path, root), signal);
    throw new ServiceError('usage', `${field} or filePath is required`);
  };
  return {
    curl: async ({ command, filePath }, signal) =>
      textOrFile('curl', { text: command, field: 'command', path: filePath }, signal),
    clientExport: async ({ data, filePath }, signal) =>
      textOrFile('clientexport', { text: data, field: 'data', path: filePath }, signal),
    collection: async ({ data, filePath }, signal) =>
      textOrFile('collection', { text: data, field: 'data', path: filePath }, signal),
    openapi: async ({ specPath, data, baseUrl }, signal) => {
      const base = baseUrl === undefined ? {} : { baseUrl };
      const task = { format: 'openapi', location: specPath, ...base } as const;
      if (data) return convert(task, () => data, signal);
      if (!HAS_SCHEME.test(specPath)) return convert(task, () => readSource(specPath, root), signal);
      const bytes = await fetched(specPath, signal);
      return convert(task, () => bytes, signal);
    },
  };
}

type Task = Omit<ImportTask, 'kind' | 'source'>;
type Read = () => ImportTask['source'] | Promise<ImportTask['source']>;

interface TextOrFile {
  readonly text: string | undefined;
  /** That would hold the text. */
  readonly field: string;
  readonly path: string | undefined;
}

/** Whatever names a scheme is meant to be fetched; a single letter is a drive. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

/** Of any name (server.md 2.5, without rule 5). */
async function readSource(sent: string, root: string): Promise<Uint8Array> {
  const read = await readFileWithin(sent, { root, limit: { bytes: LARGEST_SOURCE, text: '20 MiB' } });
  if (!read.ok) throw refusalError(read);
  return read.bytes;
}
