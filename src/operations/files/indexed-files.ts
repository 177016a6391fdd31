import { dirname, join } from 'node:path';
import { toJson } from '../../evaluation/values/json.js';
import { jsonLine } from '../../evaluation/values/json-line.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { FileIndex } from '../../workspace/files/file-index.js';
import type { CountedFile, IndexedFile, CheckedFile } from '../../workspace/files/indexed-file.js';
import { fileTree } from '../../workspace/files/file-tree.js';
import type { Listing, OverviewRequest } from './file-listing.js';
import { etagOf } from './if-match.js';
import { parsedFile } from './parsed-file.js';
import { refuseUnparsable, refuseUnrunnable } from './refused-file.js';

/** The request files of a workspace, parsed; every path is checked and shown in messages as it was sent. */
export interface IndexedFiles {
  overview(request: OverviewRequest): Promise<Listing>;
  list(counted?: readonly CountedFile[]): Promise<Listing>;
  /** Of all files that are there, whether they can be read or not. */
  paths(): Promise<readonly string[]>;
  /** Of the files that can be read. */
  readablePaths(): Promise<readonly string[]>;
  count(paths: readonly string[]): Promise<readonly CountedFile[]>;
  show(sent: string): Promise<{ readonly json: Uint8Array; readonly etag: string }>;
  /** A file that can be understood. */
  parsed(sent: string): Promise<RequestFile>;
  read(sent: string): Promise<{ readonly path: string; readonly bytes: Uint8Array }>;
  /** A file that is missing passes, one that a link leads outside does not. */
  judge(sent: string): Promise<CheckedFile>;
  /** A file that can be run: without errors, unique names, no cycles. */
  load(sent: string, known?: RequestFile): Promise<RunnableFile>;
  /** The same with whatever is wrong in it. */
  look(sent: string): Promise<RunnableFile>;
}

export interface IndexedFilesOptions {
  readonly root: string;
  readonly onProblem: (message: string) => void;
  /** Larger files throw NeedsHeavyThread. */
  readonly maxParsedBytes: number;
}

export function createIndexedFiles({ root, onProblem, maxParsedBytes }: IndexedFilesOptions): IndexedFiles {
  const index = new FileIndex(root, onProblem, maxParsedBytes);
  const listing = async (
    counted: readonly CountedFile[] | undefined,
    textOf: (files: readonly IndexedFile[]) => string,
  ): Promise<Listing> => {
    if (counted) index.noteCounted(counted);
    const { files, uncounted } = await index.list();
    // A file that could not be counted elsewhere either stays at 0.
    return uncounted.length > 0 && !counted ? { uncounted } : { json: encoder.encode(textOf(files)) };
  };
  const parsed = async (sent: string): Promise<RequestFile> => (await index.parsed(sent)).file;
  return {
    overview: ({ counted, environment, hasConfig }) =>
      listing(counted, (files) => `${treeText(files, root)}${toJson({ environment, hasConfig }).slice(1)}\n`),
    list: (counted) => listing(counted, (files) => `${toJson(files.map((file) => fileInfo(file, root)))}\n`),
    paths: () => index.paths(),
    readablePaths: async () => (await index.list()).files.map(({ path }) => path),
    count: (paths) => index.count(paths),
    show: async (sent) => {
      const { file, hash } = await index.parsed(sent);
      refuseUnparsable(file);
      return { json: jsonLine(parsedFile(file)), etag: etagOf(hash) };
    },
    parsed: async (sent) => {
      const file = await parsed(sent);
      refuseUnparsable(file);
      return file;
    },
    read: (sent) => index.read(sent),
    judge: (sent) => index.check(sent),
    load: async (sent, known) => runnableFile(known ?? (await parsed(sent)), root),
    look: async (sent) => runnableFrom(await parsed(sent), root),
  };
}

const encoder = new TextEncoder();

/** Ten thousand files take longer to write than to look at, and mostly the list is the same as before. */
function treeText(files: readonly IndexedFile[], root: string): string {
  const known = trees.get(files);
  if (known !== undefined) return known;
  const totalRequests = files.reduce((total, { requestCount }) => total + requestCount, 0);
  const text = `${toJson({ root, files: fileTree(files), totalRequests }).slice(0, -1)},`;
  trees.set(files, text);
  return text;
}

const trees = new WeakMap<readonly IndexedFile[], string>();

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

interface FileInfo {
  /** Absolute. */
  readonly path: string;
  readonly relativePath: string;
  readonly name: string;
  readonly size: number;
  readonly modTime: string;
  readonly requestCount: number;
}

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
