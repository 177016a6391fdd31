/** The environment files of other clients that a run uses, each read once. */
import { realPath } from '../paths/write-place.js';
import type { NamedPath } from '../paths/read-inside.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import {
  clientEnvFilesIn,
  editorSettingsIn,
  foldersUpTo,
  isPrivateName,
  shownPath,
} from './find-client-env.js';
import type { ClientEnvFile } from './client-env-file.js';
import { readClientEnv, readEditorSettings } from './read-client-env.js';
import { mergeEnvironment, type MergedEnvironment, type OrderedFiles } from './merge-environment.js';

export interface ClientEnvRequest {
  /** The folder of the workspace; nothing above it is looked at. */
  readonly root: string;
  /** The folder that shown paths are relative to. */
  readonly shownFrom: string;
  /** Files that the operator or the config file names, the strongest last. */
  readonly named: readonly NamedPath[];
  /** Whether no file is looked for, as with `--no-client-env`. */
  readonly isOff: boolean;
  /** False where no private file may be read. */
  readonly readsPrivate: boolean;
  /** Called with the absolute path of each file before it is read. */
  readonly onInput?: ((path: string) => void) | undefined;
}

export class ClientEnvironments {
  readonly #request: ClientEnvRequest;
  readonly #root: string;
  readonly #shownFrom: string;
  readonly #folders = new Map<string, Promise<readonly ClientEnvFile[]>>();
  readonly #files: ClientEnvFile[] = [];
  readonly #warnings = new Set<string>();
  #named: Promise<readonly ClientEnvFile[]> | undefined;
  #settings: Promise<readonly ClientEnvFile[]> | undefined;

  constructor(request: ClientEnvRequest) {
    this.#request = request;
    this.#root = realPath(request.root) ?? request.root;
    this.#shownFrom = realPath(request.shownFrom) ?? request.shownFrom;
  }

  /** All files that were read so far. */
  get files(): readonly ClientEnvFile[] {
    return this.#files;
  }

  /** About repeated keys, and settings of editors that could not be read. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** The files for requests in a folder; throws ServiceError for one that cannot be used. */
  async filesFor(directory: string): Promise<OrderedFiles> {
    if (this.#request.isOff) return NO_FILES;
    this.#named ??= this.#readNamed();
    this.#settings ??= this.#readSettings();
    const folders = foldersUpTo(this.#root, realPath(directory) ?? directory);
    const byFolder = await Promise.all(
      folders.map((folder) => getOrAdd(this.#folders, folder, () => this.#readFolder(folder))),
    );
    return { named: await this.#named, folders: byFolder.flat(), settings: await this.#settings };
  }

  /** The environments that the files for these folders define, each with a file that does, a public one if any. */
  async namesFor(directories: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const directory of directories) {
      const { named, folders, settings } = await this.filesFor(directory);
      const all = [...named, ...folders, ...settings];
      for (const { environments, shown } of all.filter(({ isPrivate }) => !isPrivate).concat(all))
        for (const name of environments.keys()) if (!names.has(name)) names.set(name, shown);
    }
    return names;
  }

  async environmentFor(directory: string, name: string): Promise<MergedEnvironment> {
    return mergeEnvironment(await this.filesFor(directory), name);
  }

  async #readNamed(): Promise<readonly ClientEnvFile[]> {
    const files: ClientEnvFile[] = [];
    for (const path of this.#request.named) {
      const isPrivate = isPrivateFile(path);
      if (isPrivate && !this.#request.readsPrivate) continue;
      files.push(await this.#read(path, isPrivate));
    }
    return files;
  }

  async #readFolder(folder: string): Promise<readonly ClientEnvFile[]> {
    const files: ClientEnvFile[] = [];
    for (const { absolute } of clientEnvFilesIn(folder)) {
      const isPrivate = isPrivateFile({ absolute, shown: absolute });
      if (isPrivate && !this.#request.readsPrivate) continue;
      files.push(await this.#read(this.#inside(absolute), isPrivate));
    }
    return files;
  }

  /** Many workspaces have settings of an editor, so what is wrong with them is no reason to stop. */
  async #readSettings(): Promise<readonly ClientEnvFile[]> {
    const files: ClientEnvFile[] = [];
    for (const absolute of editorSettingsIn(this.#root)) {
      try {
        this.#request.onInput?.(absolute);
        const file = await readEditorSettings(this.#inside(absolute));
        if (file) files.push(this.#keep(file));
      } catch (error) {
        this.#warnings.add(`${(error as Error).message}; its environments are not used`);
      }
    }
    return files;
  }

  #inside(absolute: string): NamedPath {
    return { absolute, shown: shownPath(absolute, this.#shownFrom, this.#root), within: [this.#root] };
  }

  async #read(path: NamedPath, isPrivate: boolean): Promise<ClientEnvFile> {
    this.#request.onInput?.(path.absolute);
    return this.#keep(await readClientEnv(path, isPrivate));
  }

  #keep(file: ClientEnvFile): ClientEnvFile {
    this.#files.push(file);
    for (const warning of file.warnings) this.#warnings.add(warning);
    return file;
  }
}

/** A link to a private file is private too. */
function isPrivateFile({ absolute, shown }: NamedPath): boolean {
  return isPrivateName(shown) || isPrivateName(realPath(absolute) ?? absolute);
}

const NO_FILES: OrderedFiles = { named: [], folders: [], settings: [] };
