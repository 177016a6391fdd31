import { dirname, join } from 'node:path';
import { toJson } from '../../evaluation/values/json.js';
import { encodeJsonLine } from '../../evaluation/values/json-line.js';
import { hasErrors } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { separateInvalid } from '../../runner/plan/invalid-requests.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { FileIndex } from '../../workspace/files/file-index.js';
import type { CountedFile, IndexedFile, CheckedFile } from '../../workspace/files/indexed-file.js';
import type { PackedContents } from '../../workspace/files/packed-contents.js';
import { fileTree } from '../../workspace/files/file-tree.js';
import type { Listing, OverviewRequest } from './file-listing.js';
import { etagOf } from './if-match.js';
import { listClientEnv } from './client-env-listing.js';
import { clientFileView } from './client-file-view.js';
import { requestIndex } from './request-index.js';
import { refuseUnparsable, refuseUnrunnable } from './refuse-file.js';

/** The parsed request files of a workspace; every path is checked, and messages show it as the client sent it. */
export interface IndexedFiles {
  overview(request: OverviewRequest): Promise<Listing>;
  list(counted?: readonly CountedFile[]): Promise<Listing>;
  /** Returns the requests of all files as a line of JSON. */
  requests(): Promise<Uint8Array>;
  /** Returns the paths of all files, whether they can be read or not. */
  paths(): Promise<readonly string[]>;
  /** Returns the paths of the files that can be read. */
  readablePaths(): Promise<readonly string[]>;
  /** Counts the requests of files that another thread has read. */
  countContents(batches: AsyncIterable<PackedContents>): Promise<void>;
  count(paths: readonly string[]): Promise<readonly CountedFile[]>;
  show(sent: string): Promise<{ readonly json: Uint8Array; readonly etag: string }>;
  /** Refuses a file with syntax errors. */
  parsed(sent: string): Promise<RequestFile>;
  read(sent: string): Promise<{ readonly path: string; readonly bytes: Uint8Array }>;
  /** Accepts the path of a missing file, refuses one that a link leads outside the workspace. */
  checkPath(sent: string): Promise<CheckedFile>;
  /** Refuses a file that cannot be run because of errors, duplicate names or cycles. */
  load(sent: string, cached?: RequestFile): Promise<RunnableFile>;
  /** Loads the file with the requests that can run; refuses it only for an error that concerns the whole file. */
  loadValid(sent: string, cached?: RequestFile): Promise<RunnableFile>;
  /** Loads the file whatever errors it has. */
  loadUnchecked(sent: string): Promise<RunnableFile>;
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
    jsonOf: (files: readonly IndexedFile[]) => Uint8Array | Promise<Uint8Array>,
  ): Promise<Listing> => {
    if (counted) index.noteCounted(counted);
    const { files, uncounted } = await index.list();
    // A file that could not be counted by another thread either keeps the count 0.
    return uncounted.length > 0 && !counted ? { uncounted } : { json: await jsonOf(files) };
  };
  const parsed = async (sent: string): Promise<RequestFile> => (await index.parsed(sent)).file;
  return {
    overview: ({ counted, environment, hasConfig, clientEnv }) =>
      listing(counted, async (files) => {
        const paths = files.map(({ path }) => path);
        const client = clientEnv && (await listClientEnv(root, paths, clientEnv));
        const others = encoder.encode(`${toJson({ environment, hasConfig, ...client }).slice(1)}\n`);
        return Buffer.concat([treeJson(files, root), others]);
      }),
    list: (counted) => listing(counted, (files) => encodeJsonLine(files.map((file) => fileInfo(file, root)))),
    requests: () => requestIndex(index),
    paths: () => index.paths(),
    readablePaths: async () => (await index.list()).files.map(({ path }) => path),
    countContents: (batches) => index.countContents(batches),
    count: (paths) => index.count(paths),
    show: async (sent) => {
      const { file, hash } = await index.parsed(sent);
      refuseUnparsable(file);
      return { json: encodeJsonLine(clientFileView(file)), etag: etagOf(hash) };
    },
    parsed: async (sent) => {
      const file = await parsed(sent);
      refuseUnparsable(file);
      return file;
    },
    read: (sent) => index.read(sent),
    checkPath: (sent) => index.check(sent),
    load: async (sent, cached) => runnableFile(cached ?? (await parsed(sent)), root),
    loadValid: async (sent, cached) => validRequests(cached ?? (await parsed(sent)), root),
    loadUnchecked: async (sent) => runnableFrom(await parsed(sent), root),
  };
}

/** A file that is named twice counts once, at its first position. */
export async function loadDistinct(
  paths: readonly string[],
  load: (path: string) => Promise<RunnableFile>,
): Promise<readonly RunnableFile[]> {
  const loaded = new Map<string, RunnableFile>();
  for (const path of paths) {
    const runnable = await load(path);
    loaded.set(runnable.shown, runnable);
  }
  return [...loaded.values()];
}

const encoder = new TextEncoder();

/** Writing the JSON of ten thousand files takes longer than listing them, and the list is usually unchanged. */
function treeJson(files: readonly IndexedFile[], root: string): Uint8Array {
  const cached = trees.get(files);
  if (cached !== undefined) return cached;
  const totalRequests = files.reduce((total, { requestCount }) => total + requestCount, 0);
  const text = toJson({ root, files: fileTree(files), totalRequests });
  const json = encoder.encode(`${text.slice(0, -1)},`);
  trees.set(files, json);
  return json;
}

const trees = new WeakMap<readonly IndexedFile[], Uint8Array>();

/** Checks each version of a file once. */
function runnableFile(file: RequestFile, root: string): RunnableFile {
  const cached = runnable.get(file);
  if (cached) return cached;
  refuseUnrunnable(file);
  const made = runnableFrom(file, root);
  runnable.set(file, made);
  return made;
}

/** The same plan can be used again as long as the file is unchanged, so the separated file is kept too. */
function validRequests(file: RequestFile, root: string): RunnableFile {
  if (!hasErrors(file)) return runnableFile(file, root);
  const cached = partlyRunnable.get(file);
  if (cached) return cached;
  const separated = separateInvalid(file);
  if (separated === undefined) refuseUnrunnable(file);
  const made = {
    ...runnableFrom(separated?.file ?? file, root),
    ...(separated && { invalid: separated.invalid }),
  };
  partlyRunnable.set(file, made);
  return made;
}

const partlyRunnable = new WeakMap<RequestFile, RunnableFile>();

function runnableFrom(file: RequestFile, root: string): RunnableFile {
  return { file, shown: file.path, directory: dirname(join(root, file.path)) };
}

const runnable = new WeakMap<RequestFile, RunnableFile>();

function fileInfo({ path, name, version, requestCount }: IndexedFile, root: string): object {
  return {
    path: join(root, path),
    relativePath: path,
    name,
    size: version.size,
    modTime: new Date(Math.round(version.mtimeMs)).toISOString(),
    requestCount,
  };
}
