/** A workspace folder whose files the client gives; everything but runs is as on Node. */
import { summarize } from '../../authoring/navigate/file-names.js';
import { findDependencyProblems, joinFindings } from '../../operations/files/dependency-findings.js';
import type { Hint } from '../../request-file/check/undefined-variables.js';
import { formatRequestFile } from '../../request-file/format-text.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { NameSite } from '../../request-file/model/name-site.js';
import { parseForEditor, parseRequestFile } from '../../request-file/parse-file.js';
import type { ReadScript } from '../../request-file/script-access.js';
import { loadRows } from '../../runner/plan/data-rows.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { missingFindings, writtenFiles } from '../../workspace/files/named-files.js';
import { isHidden, resolvePathText } from '../../workspace/paths/path-text.js';
import type {
  Analysed,
  ConfigFinding,
  Environments,
  FolderOptions,
  FolderValues,
  HostFolder,
  HostIndex,
} from '../host/host.js';
import { unusedCapturesIn } from '../index/used-captures.js';
import { BrowserIndex } from './browser-index.js';
import { BrowserSettings, configFindings } from './browser-settings.js';
import { ClientFiles, type ClientRequests } from './client-files.js';
import { dirname, join } from './node-path.js';

/** Paths inside of the folder start from here. */
const ROOT = '/';
const MAX_LISTED = 500;

export class BrowserFolder implements HostFolder {
  readonly #options: FolderOptions;
  readonly #files: ClientFiles;
  readonly #settings: BrowserSettings;
  readonly #index: BrowserIndex | undefined;
  readonly #opened = new Map<string, Analysed>();

  constructor(options: FolderOptions, requests: ClientRequests) {
    this.#options = options;
    this.#files = new ClientFiles(options, requests);
    this.#settings = new BrowserSettings(this.#files);
    const { onChange, onWarning, isOfClient } = options;
    const onComplete = (): void => onChange(undefined);
    this.#index = isOfClient ? new BrowserIndex({ files: this.#files, onComplete, onWarning }) : undefined;
  }

  get index(): HostIndex | undefined {
    const index = this.#index;
    return (
      index && {
        whenComplete: (timeoutMs) => index.whenComplete(timeoutMs),
        files: () => index.table.counts(),
        allNames: () => index.table.all(),
        namesOf: (path) => index.table.get(path),
        symbols: (query) => index.table.findRequests(query),
        get isComplete() {
          return index.progress.isComplete;
        },
      }
    );
  }

  async analyse(text: string, path: string): Promise<Analysed> {
    const source = text.startsWith('\ufeff') ? text.slice(1) : text;
    return { text: source, path, ...(await parseForEditor(source, path, this.scriptReader(path))) };
  }

  scriptReader(path: string): ReadScript {
    return (name) => this.#readFrom(name, directoryOf(path));
  }

  async format(text: string, path: string): Promise<string | undefined> {
    const formatted = await formatRequestFile(text, path);
    return formatted.ok ? formatted.text : undefined;
  }

  async check({ file, names }: Analysed): Promise<readonly Diagnostic[]> {
    const runnable = runnableOf(file);
    const problems = await findDependencyProblems([runnable], (path, from) => this.#load(path, from));
    return joinFindings([
      file.diagnostics,
      this.#unusedCaptures(file, names),
      await this.#missingFiles(file),
      problems.get(runnable) ?? [],
    ]);
  }

  async hints(analysed: Analysed, environment: string | undefined): Promise<readonly Hint[]> {
    const access = {
      loadFile: (path: string, from: string) => this.#load(path, from),
      readFile: (path: string, from: string) => this.#readBytes(path, from),
    };
    return this.#settings.hints(analysed, environment, access, directoryOf(analysed.path));
  }

  async checkConfig(path: string, text: string): Promise<readonly ConfigFinding[] | undefined> {
    return path === (await this.configPath()) ? configFindings(text) : undefined;
  }

  configPath(): Promise<string | undefined> {
    return this.#settings.configPath();
  }

  environments(chosen: string | undefined): Promise<Environments> {
    return this.#settings.environments(chosen);
  }

  values(environment: string | undefined): Promise<FolderValues> {
    return this.#settings.values(environment);
  }

  readText(path: string): Promise<string | undefined> {
    return this.#files.text(path);
  }

  async list(folder: string): Promise<readonly string[]> {
    const resolved = resolvePathText(join(folder, 'x'), { root: ROOT });
    if (!resolved.ok) return [];
    const entries = await this.#files.list(dirname(resolved.path).replace(/^\.$/, ''));
    const shown = entries.filter(({ name }) => !isHidden(name));
    return shown.map(({ name, isFolder }) => (isFolder ? `${name}/` : name)).slice(0, MAX_LISTED);
  }

  async columnsOf(path: string): Promise<readonly string[]> {
    const rows = await loadRows(path, ROOT, (name, from) => this.#readBytes(name, from)).catch(() => []);
    return Object.keys(rows[0] ?? {});
  }

  noteChanged(paths: readonly string[]): void {
    this.#files.forget(paths);
    this.#index?.noteChanges(paths);
    this.#options.onChange(paths);
  }

  noteOpen(path: string, analysed: Analysed | undefined): void {
    if (analysed === undefined) {
      this.#opened.delete(path);
      this.#files.forget([path]);
      this.#index?.setClosed(path);
    } else if (this.#opened.get(path) !== analysed) {
      this.#opened.set(path, analysed);
      this.#index?.setOpen(summarize(analysed));
    }
  }

  related(path: string): readonly string[] {
    const table = this.#index?.table;
    if (table === undefined) return [...this.#opened.keys()];
    const named = table.get(path)?.others.map((other) => other.path) ?? [];
    return [...new Set([...table.dependentsOf(path), ...named])];
  }

  async close(): Promise<void> {
    this.#index?.close();
  }

  /** While files are still read, a capture may be used by one of them. */
  #unusedCaptures(file: RequestFile, names: readonly NameSite[]): readonly Diagnostic[] {
    const index = this.#index;
    if (index === undefined) return unusedCapturesIn(file, names, undefined);
    if (!index.progress.isComplete) return [];
    const { table } = index;
    return unusedCapturesIn(file, names, {
      filesThatDependOn: (path, request) => table.filesThatDependOn(path, request),
      namesOf: (path) => table.get(path),
    });
  }

  async #missingFiles(file: RequestFile): Promise<readonly Diagnostic[]> {
    const named = writtenFiles(file);
    const missing: (typeof named)[number][] = [];
    for (const each of named) {
      if ((await this.#readFrom(each.text, directoryOf(file.path))) === undefined) missing.push(each);
    }
    return missingFindings(file, missing);
  }

  async #load(path: string, from: string): Promise<RunnableFile | undefined> {
    const resolved = resolvePathText(path, { root: ROOT, from, requestFile: 'command-line' });
    if (!resolved.ok) return undefined;
    const open = this.#opened.get(resolved.path);
    if (open) return runnableOf(open.file);
    const text = await this.#files.text(resolved.path);
    return text === undefined ? undefined : runnableOf(await parseRequestFile(text, resolved.path));
  }

  /** The text of a file that is named from a directory; undefined outside of the folder. */
  async #readFrom(path: string, from: string): Promise<string | undefined> {
    const resolved = resolvePathText(path, { root: ROOT, from });
    return resolved.ok ? this.#files.text(resolved.path) : undefined;
  }

  async #readBytes(path: string, from: string): Promise<Uint8Array> {
    const text = await this.#readFrom(path, from);
    if (text === undefined) throw new Error(`${path} cannot be read`);
    return new TextEncoder().encode(text);
  }
}

function directoryOf(path: string): string {
  return dirname(join(ROOT, path));
}

function runnableOf(file: RequestFile): RunnableFile {
  return { file, shown: file.path, directory: directoryOf(file.path) };
}
