/** The files of a folder as the client gives them, since a worker of a browser has no disk. */
import type { FolderOptions } from '../host/host.js';
import { uriBelow } from '../protocol/uris.js';

/** Requests that the client responds to. */
export interface ClientRequests {
  /** Null for what is not there, not readable or outside of the workspace. */
  readonly readFile: (uri: string) => Promise<string | null>;
  readonly readFolder: (uri: string) => Promise<readonly FolderEntry[]>;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export class ClientFiles {
  readonly #options: Pick<FolderOptions, 'uri' | 'openText'>;
  readonly #requests: ClientRequests;
  /** Texts of the disk by their path, until they are reported as changed. */
  readonly #read = new Map<string, Promise<string | undefined>>();
  #length = 0;

  constructor(options: Pick<FolderOptions, 'uri' | 'openText'>, requests: ClientRequests) {
    this.#options = options;
    this.#requests = requests;
  }

  /** The text in the editor, else that of the disk; undefined if it cannot be read. */
  async text(path: string): Promise<string | undefined> {
    return this.#options.openText(path) ?? this.textOnDisk(path);
  }

  textOnDisk(path: string): Promise<string | undefined> {
    const before = this.#read.get(path);
    if (before !== undefined) return before;
    const reading = this.#requests.readFile(uriBelow(this.#options.uri, path)).then((text) => {
      this.#length += text?.length ?? 0;
      // Everything is read again rather than that a large workspace fills the memory.
      if (this.#length > MAX_KEPT_LENGTH) this.forget(undefined);
      return text ?? undefined;
    });
    this.#read.set(path, reading);
    return reading;
  }

  async list(folder: string): Promise<readonly FolderEntry[]> {
    const { uri } = this.#options;
    const entries = await this.#requests.readFolder(folder === '' ? `${uri}/` : uriBelow(uri, folder));
    return [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @param paths undefined for all */
  forget(paths: readonly string[] | undefined): void {
    if (paths === undefined) {
      this.#read.clear();
      this.#length = 0;
    } else for (const path of paths) this.#read.delete(path);
  }
}

const MAX_KEPT_LENGTH = 32 * 1024 * 1024;
