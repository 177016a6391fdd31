import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { RequestFailure } from '../../http/message/message.js';
import { NETWORK_KINDS } from '../../http/message/network-failure.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { readLimited } from '../../workspace/paths/read-limited.js';
import { documentText } from './document-text.js';
import { fetchDocument } from './fetch-document.js';
import { loadRunSettings, type SettingsRequest } from '../settings/run-options.js';

/** server.md 14 and cli.md 10.1. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024;

/** A file of another tool. */
export async function readSourceFile(path: string, cwd: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readLimited(resolve(cwd, path), MAX_SOURCE_BYTES);
  } catch (error) {
    throw new ServiceError('input', `cannot read ${path}: ${diskReason(error)}`, { cause: error });
  }
  return sourceText(bytes, path);
}

export function sourceText(bytes: Uint8Array, shown: string): string {
  if (bytes.length > MAX_SOURCE_BYTES) throw new ServiceError('input', `${shown} is larger than 20 MiB`);
  return documentText(bytes, shown);
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

export interface WebSources {
  readonly fetch: (url: string) => Promise<string>;
  readonly warnings: readonly string[];
}

/** Documents on the web under the settings of the user, private hosts included (cli.md 10.1). */
export async function webSources(request: SettingsRequest, signal: AbortSignal): Promise<WebSources> {
  const { options, warnings } = await loadRunSettings(request);
  const most = request.given.maxBodyBytes ?? MAX_SOURCE_BYTES;
  const fetch = async (url: string): Promise<string> => {
    try {
      return documentText(await fetchDocument(url, options, most, signal), url);
    } catch (error) {
      if (!(error instanceof RequestFailure) || NETWORK_KINDS.has(error.errorKind)) throw error;
      throw new ServiceError('input', error.message, { cause: error });
    }
  };
  return { fetch, warnings };
}
