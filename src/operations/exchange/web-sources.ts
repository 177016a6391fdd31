/** Sources on the web. Imports of files do without this module and the client that it loads. */
import { ServiceError } from '../../errors.js';
import { RequestFailure } from '../../http/message/message.js';
import { NETWORK_KINDS } from '../../http/message/network-failure.js';
import { loadRunSettings, type SettingsRequest } from '../settings/run-settings.js';
import { decodeDocument } from '../sources/document-text.js';
import { fetchDocument } from './fetch-document.js';
import { MAX_SOURCE_BYTES } from '../sources/import-source.js';

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
