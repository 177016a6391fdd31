/** One variable for each server that operations are sent to; most documents have only one. */
import type { ApiOperation, ApiVersion } from '../../documents/api-operations.js';
import { list, type Mapping } from '../../documents/plain-data.js';
import type { ImportedVariables } from '../imported-variables.js';
import type { SharedLosses } from '../shared-losses.js';
import { readBaseUrl, readServerUrl } from './base-url.js';

export interface ServerSource {
  readonly root: Mapping;
  readonly version: ApiVersion;
  /** The URL or path of the document. */
  readonly location: string;
  /** Replaces the address of every server. */
  readonly baseUrl: string | undefined;
}

export class ServerVariables {
  /** The address of the document, or the one that replaces it. */
  readonly rootUrl: string;
  readonly #names = new Map<string, string>();
  readonly #root: string;
  readonly #location: string;

  constructor(
    { root, version, location, baseUrl }: ServerSource,
    operations: readonly ApiOperation[],
    variables: ImportedVariables,
    shared: SharedLosses,
  ) {
    this.#location = location;
    this.#root = readBaseUrl(root, version, location);
    const places = new Map<string, string>();
    for (const operation of operations) {
      const { url, place } = this.#serverOf(operation);
      if (!places.has(url)) places.set(url, place);
    }
    // The server of the document comes first, unless every operation has another one.
    const urls = [...places.keys()].toSorted((a, b) => Number(b === this.#root) - Number(a === this.#root));
    if (urls.length === 0) urls.push(this.#root);
    const override = baseUrl?.replace(/\/+$/, '');
    this.rootUrl = override ?? this.#root;
    for (const url of urls) {
      const name = `baseUrl${this.#names.size === 0 ? '' : `_${this.#names.size + 1}`}`;
      this.#names.set(url, name);
      const value = override ?? url;
      // The address in the document may itself use a variable of this name.
      variables.reserve(name, value.includes(`{{${name}}}`) ? undefined : value);
      if (override !== undefined && name !== 'baseUrl')
        shared.lose(places.get(url) ?? '/servers', `the given base URL replaces ${url}, as {{${name}}}`);
    }
  }

  /** The placeholder of the server of an operation. */
  placeholderFor(operation: ApiOperation): string {
    return `{{${this.#names.get(this.#serverOf(operation).url) ?? 'baseUrl'}}}`;
  }

  /** The server of the operation, else of its path, else of the document. */
  #serverOf({ operation, item, place }: ApiOperation): { readonly url: string; readonly place: string } {
    const own = readServerUrl(list(operation['servers'])[0], this.#location);
    if (own !== undefined) return { url: own, place: `${place}/servers/0` };
    const ofPath = readServerUrl(list(item['servers'])[0], this.#location);
    if (ofPath !== undefined) return { url: ofPath, place: `${place.replace(/\/[^/]*$/, '')}/servers/0` };
    return { url: this.#root, place: '/servers/0' };
  }
}
