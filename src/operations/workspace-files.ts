import { dirname, join } from 'node:path';
import type { RequestFile } from '../request-file/model.js';
import type { RunnableFile } from '../runner/run-input.js';
import type { FileChange } from '../workspace/file-changes.js';
import { FileIndex, type IndexedFile, type JudgedFile } from '../workspace/file-index.js';
import type { FileParser } from '../workspace/file-parser.js';
import { FileStore } from '../workspace/file-store.js';
import { fileTree, type FileNode } from '../workspace/file-tree.js';
import { sweepTree } from '../workspace/sweep-files.js';
import { WorkspaceWatch } from '../workspace/watch-workspace.js';
import type { Configuration } from './configuration.js';
import { etagOf, ifMatchCondition } from './if-match.js';
import { refuseUnparsable, refuseUnrunnable } from './refused-file.js';
import type { ServiceOptions } from './service-options.js';

export interface Overview {
  readonly root: string;
  readonly files: readonly FileNode[];
  readonly totalRequests: number;
  readonly environment: string;
  readonly hasConfig: boolean;
}

export interface FileInfo {
  /** Absolute. */
  readonly path: string;
  readonly relativePath: string;
  readonly name: string;
  readonly size: number;
  readonly modTime: string;
  readonly requestCount: number;
}

/** The request files of a workspace; every path is judged (server.md 2.5) and shown in messages as it was sent. */
export interface WorkspaceFiles {
  overview(): Promise<Overview>;
  list(): Promise<readonly FileInfo[]>;
  parsed(sent: string): Promise<{ readonly file: RequestFile; readonly etag: string }>;
  raw(sent: string): Promise<{ readonly bytes: Uint8Array; readonly etag: string }>;
  create(sent: string, content: string): Promise<{ readonly path: string }>;
  save(
    sent: string,
    bytes: Uint8Array,
    ifMatch?: string,
  ): Promise<{ readonly path: string; readonly etag: string }>;
  remove(sent: string, ifMatch?: string): Promise<void>;
  /** A file that is missing passes, one that a link leads outside does not. */
  judge(sent: string): Promise<JudgedFile>;
  /** A file that can be run: without errors, unique names, no cycles. */
  load(sent: string, known?: RequestFile): Promise<RunnableFile>;
  /** The same with whatever is wrong in it. */
  look(sent: string): Promise<RunnableFile>;
  readonly watching: 'on' | 'polling' | 'off';
  close(): Promise<void>;
}

export interface WorkspaceFilesOptions {
  readonly options: Pick<ServiceOptions, 'root' | 'watch' | 'log'>;
  readonly configuration: Configuration;
  readonly parser?: FileParser;
  readonly activeEnvironment: () => string;
  readonly onChange: (change: FileChange) => void;
}

export async function createWorkspaceFiles(given: WorkspaceFilesOptions): Promise<WorkspaceFiles> {
  const { root, watch: isWatched, log } = given.options;
  const warn = (message: string): void => log('warn', message);
  const index = new FileIndex(root, warn, given.parser);
  const onConfig = (): void => void given.configuration.state();
  const watching = { root, index, onChange: given.onChange, onConfig, onWarning: warn };
  const watch = isWatched ? await WorkspaceWatch.start(watching) : undefined;
  let isClosed = false;
  // What servers and runs before left when they were killed; nobody waits for it.
  const sweeping = sweepTree(root, () => isClosed);
  const store = new FileStore({
    root,
    beforeSave: (paths, hash) => paths.forEach((path) => watch?.expect(path, hash)),
    afterSave: (paths, hash) => paths.forEach((path) => watch?.saved(path, hash)),
    onMade: (path) => watch?.notice(path),
  });
  return {
    overview: async () => overview(await index.list(), given),
    list: async () => (await index.list()).map((file) => fileInfo(file, root)),
    parsed: async (sent) => {
      const { file, hash } = await index.parsed(sent);
      refuseUnparsable(file);
      return { file, etag: etagOf(hash) };
    },
    raw: async (sent) => {
      const { bytes, hash } = await index.read(sent);
      return { bytes, etag: etagOf(hash) };
    },
    create: (sent, content) => store.create(sent, content),
    save: async (sent, bytes, ifMatch) => {
      const { path, hash } = await store.save(sent, bytes, ifMatchCondition(ifMatch));
      return { path, etag: etagOf(hash) };
    },
    remove: (sent, ifMatch) => store.remove(sent, ifMatchCondition(ifMatch)),
    judge: (sent) => index.judge(sent),
    load: async (sent, known) => runnableFile(known ?? (await index.parsed(sent)).file, root),
    look: async (sent) => runnableFrom((await index.parsed(sent)).file, root),
    get watching() {
      return watch?.mode ?? 'off';
    },
    close: async () => {
      isClosed = true;
      await Promise.all([watch?.close(), sweeping]);
    },
  };
}

/** Once for each version of a file. */
function runnableFile(file: RequestFile, root: string): RunnableFile {
  const known = runnable.get(file);
  if (known) return known;
  refuseUnrunnable(file);
  const made = runnableFrom(file, root);
  runnable.set(file, made);
  return made;
}

function runnableFrom(file: RequestFile, root: string): RunnableFile {
  return { file, shown: file.path, directory: dirname(join(root, file.path)) };
}

const runnable = new WeakMap<RequestFile, RunnableFile>();

async function overview(files: readonly IndexedFile[], given: WorkspaceFilesOptions): Promise<Overview> {
  return {
    root: given.options.root,
    files: treeOf(files),
    totalRequests: files.reduce((total, { requestCount }) => total + requestCount, 0),
    environment: given.activeEnvironment(),
    hasConfig: (await given.configuration.state()) !== 'none',
  };
}

/** The list is the same object as long as nothing changes. */
function treeOf(files: readonly IndexedFile[]): readonly FileNode[] {
  const known = trees.get(files);
  if (known) return known;
  const tree = fileTree(files);
  trees.set(files, tree);
  return tree;
}

const trees = new WeakMap<readonly IndexedFile[], readonly FileNode[]>();

function fileInfo({ path, name, version, requestCount }: IndexedFile, root: string): FileInfo {
  return {
    path: join(root, path),
    relativePath: path,
    name,
    size: version.size,
    modTime: new Date(Math.round(version.mtimeMs)).toISOString(),
    requestCount,
  };
}
