/** The folders of the client, and those of files outside of all of them. */
import type { FolderOptions, Host, HostFolder } from '../host/host.js';
import { fileNameOf, folderUri, parentUri, pathBelow, schemeOf, uriBelow } from '../protocol/uris.js';

export interface OpenFolder {
  readonly uri: string;
  readonly isOfClient: boolean;
  readonly host: HostFolder;
}

/** Where a document is. */
export interface DocumentPlace {
  readonly kind: 'request' | 'config';
  /** Undefined for a document that is nowhere, such as an untitled one without a workspace. */
  readonly folder: OpenFolder | undefined;
  readonly path: string;
  /** Never saved: it is no file of its folder. */
  readonly isUntitled?: true;
}

export interface FoldersOptions {
  readonly host: Host;
  readonly openText: (uri: string) => string | undefined;
  readonly isWatchedByClient: () => boolean;
  readonly onChange: (folder: string, paths: readonly string[] | undefined) => void;
  readonly onWarning: (message: string) => void;
}

export class Folders {
  readonly #options: FoldersOptions;
  readonly #open = new Map<string, OpenFolder>();

  constructor(options: FoldersOptions) {
    this.#options = options;
  }

  all(): readonly OpenFolder[] {
    return [...this.#open.values()];
  }

  ofClient(): readonly OpenFolder[] {
    return this.all().filter(({ isOfClient }) => isOfClient);
  }

  /** A folder that was opened for a single file becomes one of the client. */
  async add(uri: string): Promise<void> {
    const key = folderUri(uri);
    if (this.#open.get(key)?.isOfClient) return;
    await this.#close(key);
    this.#openFolder(key, true);
  }

  async remove(uri: string): Promise<void> {
    await this.#close(folderUri(uri));
  }

  /** Closes the folders of single files that are not open any more, or lie in a folder of the client by now. */
  async release(uris: readonly string[]): Promise<void> {
    const used = new Set(uris.map((uri) => this.#find(uri)?.uri));
    for (const { uri, isOfClient } of this.all()) if (!isOfClient && !used.has(uri)) await this.#close(uri);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((uri) => this.#close(uri)));
  }

  /** Undefined for documents that nothing is said about. */
  placeOf(uri: string, languageId: string): DocumentPlace | undefined {
    const { host } = this.#options;
    if (schemeOf(uri) === 'untitled') return languageId === 'http' ? this.#untitled(uri) : undefined;
    const name = fileNameOf(uri);
    const kind = host.isRequestFile(name) ? 'request' : host.isConfigFile(name) ? 'config' : undefined;
    if (kind === undefined) return undefined;
    const folder = this.#find(uri) ?? this.#openFolder(parentUri(uri), false);
    // A file may be open whose directory does not exist yet.
    if (folder === undefined)
      return kind === 'request' && schemeOf(uri) === 'file' ? { kind, folder, path: name } : undefined;
    const path = pathBelow(folder.uri, uri);
    return path === undefined ? undefined : { kind, folder, path };
  }

  uriOf({ uri }: OpenFolder, path: string): string {
    return uriBelow(uri, path);
  }

  /** Its paths start from the first folder. */
  #untitled(uri: string): DocumentPlace {
    const name = fileNameOf(uri).replace(/^untitled:/i, '') || 'untitled';
    return { kind: 'request', folder: this.ofClient()[0], path: name, isUntitled: true };
  }

  /** The innermost folder of the client, else the folder of the file. */
  #find(uri: string): OpenFolder | undefined {
    let found: OpenFolder | undefined;
    for (const folder of this.#open.values()) {
      const path = pathBelow(folder.uri, uri);
      if (path === undefined || (!folder.isOfClient && path.includes('/'))) continue;
      if (found === undefined || isBefore(folder, found)) found = folder;
    }
    return found;
  }

  #openFolder(uri: string, isOfClient: boolean): OpenFolder | undefined {
    const { host, openText, onChange, isWatchedByClient, onWarning } = this.#options;
    const options: FolderOptions = {
      uri,
      isOfClient,
      isWatchedByClient,
      onWarning,
      openText: (path) => openText(uriBelow(uri, path)),
      onChange: (paths) => onChange(uri, paths),
    };
    const opened = host.openFolder(options);
    if (opened === undefined) return undefined;
    const folder = { uri, isOfClient, host: opened };
    this.#open.set(uri, folder);
    return folder;
  }

  async #close(uri: string): Promise<void> {
    const folder = this.#open.get(uri);
    this.#open.delete(uri);
    await folder?.host.close();
  }
}

function isBefore(one: OpenFolder, other: OpenFolder): boolean {
  if (one.isOfClient !== other.isOfClient) return one.isOfClient;
  return one.uri.length > other.uri.length;
}
