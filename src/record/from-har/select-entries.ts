/** Chooses the entries of a HAR document that are calls of an API. */
import { compileGlob } from '../../primitives/glob.js';
import { isJsonType, mediaTypeOf } from '../../primitives/text/content-type.js';
import { objectAt, textAt, type HarEntry } from './har-document.js';

export interface HarSelection {
  /** Globs of which one has to match the host; empty for all hosts. */
  readonly hosts: readonly string[];
  /** Whether a path is left out. */
  readonly isExcluded: (path: string) => boolean;
  /** Takes pages, scripts, images and all others too. */
  readonly all: boolean;
}

export function createEntryFilter({ hosts, isExcluded, all }: HarSelection): (entry: HarEntry) => boolean {
  const globs = hosts.map((host) => compileGlob(host.toLowerCase()));
  return (entry) => {
    const { hostname, host, pathname } = entry.url;
    const isHost = globs.length === 0 || globs.some((matches) => matches(hostname) || matches(host));
    return isHost && !isExcluded(pathname) && (all || isApiCall(entry));
  };
}

/** Responses with data, what scripts have fetched, and forms that were submitted. */
function isApiCall({ response, resourceType, method }: HarEntry): boolean {
  if (resourceType === 'xhr' || resourceType === 'fetch') return true;
  if (resourceType === 'document' && method !== 'GET') return true;
  const type = textAt(objectAt(response, 'content'), 'mimeType');
  return isJsonType(type) || DATA_TYPES.test(mediaTypeOf(type));
}

const DATA_TYPES =
  /^(?:application\/xml|text\/xml|text\/plain|[^\s;]+\+xml(?<!svg\+xml)|application\/x-www-form-urlencoded|multipart\/form-data)$/;

/** Only exchanges over HTTP that have ended; a browser also lists cached, blocked and upgraded ones. */
export function isExchange({ url, status }: HarEntry): boolean {
  return /^https?:$/.test(url.protocol) && status >= 100 && status !== 101;
}
