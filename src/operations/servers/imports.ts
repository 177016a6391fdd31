import { ServiceError } from '../../errors.js';
import { Slots } from '../../primitives/slots.js';
import type { Engine } from '../engine/engine.js';
import type { PublicFetch } from '../exchange/fetch-public-document.js';
import type { ExportRequest, ImportRequest, ServedFormat } from '../exchange/perform-conversion.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { withShutdownError } from '../settings/shutdown-error.js';

/** Converts definitions of other tools to request-file text, returned in a line of JSON; nothing is written. */
export interface Imports {
  convertText(
    format: TextFormat,
    source: TextOrFile,
    signal: AbortSignal,
    har?: ImportRequest['har'],
  ): Promise<Uint8Array>;
  /** With the document in `data`, nothing is read or fetched; `specPath` then only names it. */
  openapi(
    source: { specPath: string; data?: string; baseUrl?: string; full?: boolean },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /** Returns requests of the workspace as curl commands, in a line of JSON. */
  exportCurl(request: ExportRequest, signal: AbortSignal): Promise<Uint8Array>;
}

export type TextFormat = Exclude<ServedFormat, 'openapi'>;

export interface TextOrFile {
  readonly text: string | undefined;
  /** The field of the request that may contain the text instead. */
  readonly field: string;
  readonly path: string | undefined;
}

export interface ImportsInput {
  readonly options: Pick<ServiceOptions, 'allowPrivateNetwork'>;
  readonly engine: Pick<Engine, 'call'>;
  /** Overrides of the network for tests. */
  readonly network?: Omit<PublicFetch, 'allowPrivate'>;
}

/** Limits memory, since each document may have up to 20 MiB. */
const MAX_FETCHES = 8;

export function createImports({ options, engine, network = {} }: ImportsInput): Imports {
  const { allowPrivateNetwork: allowPrivate } = options;
  const fetches = new Slots(MAX_FETCHES);
  const convert = (request: ImportRequest, signal: AbortSignal): Promise<Uint8Array> =>
    withShutdownError(engine.call('importText', request, { signal, lane: 'heavy' }), signal);
  const fetched = async (url: string, signal: AbortSignal): Promise<Uint8Array> => {
    const { fetchPublicDocument } = await import('../exchange/fetch-public-document.js');
    const fetch = () => fetchPublicDocument(url, { allowPrivate, ...network }, signal);
    return withShutdownError(fetches.use(signal, fetch), signal);
  };
  return {
    convertText: async (format, { text, field, path }, signal, har) => {
      const more = har === undefined ? {} : { har };
      if (text) return convert({ format, source: text, location: '', ...more }, signal);
      if (path) return convert({ format, location: path, ...more }, signal);
      throw new ServiceError('usage', `${field} or filePath is required`);
    },
    openapi: async ({ specPath, data, ...options }, signal) => {
      const request = { format: 'openapi', location: specPath, ...options } as const;
      if (data) return convert({ ...request, source: data }, signal);
      if (!HAS_SCHEME.test(specPath)) return convert(request, signal);
      return convert({ ...request, source: await fetched(specPath, signal) }, signal);
    },
    exportCurl: (request, signal) =>
      withShutdownError(engine.call('exportCurl', request, { signal }), signal),
  };
}

/** A path with a scheme is a URL; a single letter is a drive of Windows. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;
