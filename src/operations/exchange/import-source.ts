import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { RequestFailure } from '../../http/message/message.js';
import { NETWORK_KINDS } from '../../http/message/network-failure.js';
import { decodeDocument } from './document-text.js';
import { fetchDocument } from './fetch-document.js';
import { readInput } from '../settings/read-input.js';
import { loadRunSettings, type SettingsRequest } from '../settings/run-settings.js';

/** The maximum size of an imported document. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

export interface SourceLimit {
  readonly bytes: number;
  readonly text: string;
}

export const SOURCE_LIMIT: SourceLimit = { bytes: MAX_SOURCE_BYTES, text: '20 MiB' };

/** Reads a file of another tool. */
export async function readSourceFile(path: string, cwd: string, limit = SOURCE_LIMIT): Promise<string> {
  const bytes = await readInput({ absolute: resolve(cwd, path), shown: path }, limit.bytes);
  return decodeSource(bytes, path, limit);
}

export function decodeSource(bytes: Uint8Array, shown: string, limit = SOURCE_LIMIT): string {
  if (bytes.length > limit.bytes) throw new ServiceError('input', `${shown} is larger than ${limit.text}`);
  return decodeDocument(bytes, shown);
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

export interface WebSources {
  readonly fetch: (url: string) => Promise<string>;
  readonly warnings: readonly string[];
}

/** Fetches documents with the settings of the user, also from private hosts. */
export async function createWebSources(request: SettingsRequest, signal: AbortSignal): Promise<WebSources> {
  const { options, warnings } = await loadRunSettings(request);
  const maxBytes = request.overrides.maxBodyBytes ?? MAX_SOURCE_BYTES;
  const fetch = async (url: string): Promise<string> => {
    try {
      return decodeDocument(await fetchDocument(url, options, maxBytes, signal), url);
    } catch (error) {
      if (!(error instanceof RequestFailure) || NETWORK_KINDS.has(error.errorKind)) throw error;
      throw new ServiceError('input', error.message, { cause: error });
    }
  };
  return { fetch, warnings };
}
