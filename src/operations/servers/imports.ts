import { ServiceError } from '../../errors.js';
import { Slots } from '../../primitives/slots.js';
import type { Engine } from '../engine/engine.js';
import type { ExportRequest } from '../exchange/export-request.js';
import type { PublicFetch } from '../exchange/fetch-public-document.js';
import type { ImportRequest, ServedFormat } from '../exchange/import-request.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { orShuttingDown } from '../settings/shutting-down.js';

/** Definitions of other tools as request-file text, in a line of JSON; nothing is written. */
export interface Imports {
  curl(given: { command?: string; filePath?: string }, signal: AbortSignal): Promise<Uint8Array>;
  clientExport(given: { data?: string; filePath?: string }, signal: AbortSignal): Promise<Uint8Array>;
  collection(given: { data?: string; filePath?: string }, signal: AbortSignal): Promise<Uint8Array>;
  /** With the document itself in `data` nothing is read or fetched; `specPath` then only names it. */
  openapi(
    given: { specPath: string; data?: string; baseUrl?: string },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /** Requests of the workspace as commands, in a line of JSON. */
  exportCurl(request: ExportRequest, signal: AbortSignal): Promise<Uint8Array>;
}

export interface ImportsInput {
  readonly options: Pick<ServiceOptions, 'allowPrivateNetwork'>;
  readonly engine: Pick<Engine, 'call'>;
  /** What differs from the network as it is. */
  readonly network?: Omit<PublicFetch, 'allowPrivate'>;
}

/** Each may hold up to 20 MiB. */
const MAX_FETCHES = 8;

export function createImports({ options, engine, network = {} }: ImportsInput): Imports {
  const { allowPrivateNetwork: allowPrivate } = options;
  const fetches = new Slots(MAX_FETCHES);
  const convert = (request: ImportRequest, signal: AbortSignal): Promise<Uint8Array> =>
    orShuttingDown(engine.call('importText', request, { signal, lane: 'heavy' }), signal);
  const fetched = async (url: string, signal: AbortSignal): Promise<Uint8Array> => {
    const { fetchPublicDocument } = await import('../exchange/fetch-public-document.js');
    const fetch = () => fetchPublicDocument(url, { allowPrivate, ...network }, signal);
    return orShuttingDown(fetches.use(signal, fetch), signal);
  };
  const textOrFile = (format: ServedFormat, given: TextOrFile, signal: AbortSignal) => {
    const { text, field, path } = given;
    if (text) return convert({ format, source: text, location: '' }, signal);
    if (path) return convert({ format, location: path }, signal);
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
      const request = { format: 'openapi', location: specPath, ...base } as const;
      if (data) return convert({ ...request, source: data }, signal);
      if (!HAS_SCHEME.test(specPath)) return convert(request, signal);
      return convert({ ...request, source: await fetched(specPath, signal) }, signal);
    },
    exportCurl: (request, signal) => orShuttingDown(engine.call('exportCurl', request, { signal }), signal),
  };
}

interface TextOrFile {
  readonly text: string | undefined;
  /** That would hold the text. */
  readonly field: string;
  readonly path: string | undefined;
}

/** Whatever names a scheme is meant to be fetched; a single letter is a drive. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;
