/** A workspace folder on disk. */
import { dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { JsonLog } from '../../primitives/json/json-log.js';
import { findConfigProblems } from '../../workspace/config/config-findings.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { Hint } from '../../request-file/check/undefined-variables.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import { EMPTY_LIST } from '../../request-file/text/lists.js';
import type { ReadScript } from '../../request-file/script-access.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import { isRequestFileName } from '../../workspace/paths/path-text.js';
import type {
  Analysed,
  ConfigFinding,
  Environments,
  FolderOptions,
  FolderValues,
  HostFolder,
  HostIndex,
  HostRuns,
} from '../host/host.js';
import { pathFrom } from '../../authoring/navigate/shown-path.js';
import { FolderFindings, type FolderFindingsOptions } from '../index/folder-findings.js';
import { openFolderIndex } from '../index/folder-index.js';
import type { FolderIndex } from '../index/index-types.js';
import { columnsIn, listFolder, readTextIn } from './folder-files.js';
import { configPathIn, FolderSettings } from './folder-settings.js';
import type { TextWork } from './large-texts.js';
import { OpenNames } from './open-names.js';
import { createNodeRuns, type RunOptions } from './node-runs.js';

export interface NodeFolderOptions extends FolderOptions, RunOptions {
  /** Absolute and free of symbolic links. */
  readonly root: string;
  readonly config: string | undefined;
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly texts: TextWork;
  readonly log: JsonLog;
}

export class NodeFolder implements HostFolder {
  readonly #options: NodeFolderOptions;
  readonly #settings: FolderSettings;
  /** Undefined for the folder of a single file. */
  readonly #index: FolderIndex | undefined;
  readonly #findings: FolderFindings;
  /** The open documents; those whose text is just being parsed will have a tree. */
  readonly #opened = new Map<string, Analysed | Promise<Analysed>>();
  /** For the index. */
  readonly #names: OpenNames | undefined;
  readonly runs: HostRuns;

  constructor(options: NodeFolderOptions) {
    const { root, log, onChange, onWarning } = options;
    this.#options = options;
    this.runs = createNodeRuns(options);
    this.#index = options.isOfClient
      ? openFolderIndex({
          root,
          watches: !options.isWatchedByClient(),
          // What changes in the editor is known there already.
          onChange: (paths) => this.#names?.isUpdating || onChange(paths),
          onConfig: () => onChange(undefined),
          onComplete: () => onChange(undefined),
          onWarning,
          onProblem: (reason) => log('warn', 'index', { reason }),
        })
      : undefined;
    this.#names = this.#index && new OpenNames(this.#index);
    this.#findings = new FolderFindings({
      root,
      index: this.#index,
      openFile: (path) => this.#openFile(path),
    });
    this.#settings = new FolderSettings({
      ...options,
      readText: (path) => this.readText(path),
      loadFile: this.#findings.loadFile,
    });
  }

  get index(): HostIndex | undefined {
    const index = this.#index;
    this.#names?.flush();
    return (
      index && {
        isComplete: index.progress.isComplete,
        allNames: () => index.allNames(),
        namesOf: (path) => index.namesOf(path),
        whenComplete: (timeoutMs) => index.whenComplete(timeoutMs),
        files: () => index.files(),
        symbols: (query) => index.findRequests(query),
      }
    );
  }

  /**
   * The tree of the text before is let go first: trees live until the next key is pressed, and to hold two of them costs
   * garbage collection a quarter of the time that a parse takes.
   */
  analyse(text: string, path: string, isUntitled = false): Promise<Analysed> {
    const { texts, root } = this.#options;
    const analyse = (): Promise<Analysed> => texts.analyse(text, { root, path });
    if (isUntitled || !this.#opened.has(path)) return analyse();
    this.#names?.forget(path);
    const analysing = Promise.resolve().then(analyse);
    this.#opened.set(path, analysing);
    return analysing.then((analysed) => {
      if (this.#opened.get(path) === analysing) this.noteOpen(path, analysed);
      return analysed;
    });
  }

  /** A text that could not be parsed is read from the disk. */
  #openFile(path: string): ReturnType<FolderFindingsOptions['openFile']> {
    const open = this.#opened.get(path);
    return open instanceof Promise ? open.then(({ file }) => file).catch(() => undefined) : open?.file;
  }

  format(text: string, path: string): Promise<string | undefined> {
    return this.#options.texts.format(text, { root: this.#options.root, path });
  }

  check({ file, path, names }: Analysed): Promise<readonly Diagnostic[]> {
    this.#names?.flush(path);
    return this.#findings.findingsOf(file, names);
  }

  async hints(analysed: Analysed, environment: string | undefined): Promise<readonly Hint[]> {
    return orEmpty(() => this.#settings.hints(analysed, environment));
  }

  async checkConfig(path: string, text: string): Promise<readonly ConfigFinding[] | undefined> {
    return path === (await this.configPath()) ? findConfigProblems(text) : undefined;
  }

  async configPath(): Promise<string | undefined> {
    return configPathIn(this.#options);
  }

  environments(chosen: string | undefined): Promise<Environments> {
    return this.#settings.environments(chosen);
  }

  values(environment: string | undefined): Promise<FolderValues> {
    return this.#settings.values(environment);
  }

  async readText(path: string): Promise<string | undefined> {
    return this.#options.openText(path) ?? readTextIn(this.#options.root, path);
  }

  list(folder: string): Promise<readonly string[]> {
    return listFolder(this.#options.root, folder);
  }

  scriptReader(path: string): ReadScript {
    const { root } = this.#options;
    return scriptReader(dirname(join(root, path)), async () => root);
  }

  async columnsOf(path: string): Promise<readonly string[]> {
    const { root } = this.#options;
    return columnsIn(path, root, workspaceFileAccess({ root, shownFrom: root }).readFile);
  }

  noteChanged(paths: readonly string[]): void {
    this.#index?.noteChanges(paths);
    // The index reports request files itself, when it has read them.
    if (this.#index === undefined || !paths.every(isRequestFileName)) this.#options.onChange(paths);
  }

  noteOpen(path: string, analysed: Analysed | undefined): void {
    if (this.#opened.get(path) === analysed) return;
    if (analysed === undefined) {
      this.#opened.delete(path);
      this.#names?.delete(path);
    } else {
      this.#opened.set(path, analysed);
      this.#names?.set(path, analysed);
    }
  }

  related(path: string): readonly string[] {
    const index = this.#index;
    if (index === undefined) return [...this.#opened.keys()];
    this.#names?.flush(path);
    return [...new Set([...index.dependentsOf(path), ...this.#filesNamedBy(path)])];
  }

  #filesNamedBy(path: string): string[] {
    const open = this.#opened.get(path);
    if (open === undefined || open instanceof Promise) return [];
    const named = new Set<string>();
    for (const { metadata } of open.file.requests)
      for (const name of metadata.depends ?? EMPTY_LIST) named.add(name);
    return [...named].flatMap((name) => {
      const other = otherFileDependency(name);
      return other === undefined ? [] : [pathFrom(path, other.path)];
    });
  }

  async close(): Promise<void> {
    await this.#index?.close();
  }
}

/** A config that cannot be used has findings of its own. */
async function orEmpty<T>(find: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}
