/** What a run is asked for, and how it reaches files; `openRun` fills in the rest. */
import type { Connections, ConnectionsOptions } from '../../http/connections/connections-options.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import type { RunOptions } from './options.js';

export interface RunnableFile {
  readonly file: RequestFile;
  /** As users see its path. */
  readonly shown: string;
  /** Absolute; relative paths in the file start here. */
  readonly directory: string;
}

/** The same for the command line, the server, contracts, load tests and single requests. */
export interface RunRequest {
  /** Empty where requests are chosen by other means than a plan. */
  readonly files: readonly RunnableFile[];
  readonly options: RunOptions;
  readonly fileAccess: FileAccess;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Of `knownSecrets`, for those who redact before the run is open; grows during the run. */
  readonly secrets?: SecretSet | undefined;
  /** Where connections come from; those of the run alone when left out. */
  readonly connect?: ((options: ConnectionsOptions) => Connections) | undefined;
  /** Where a request goes instead of its resolved URL, which may begin with `/`. */
  readonly placeUrl?: ((url: string) => string) | undefined;
  /** Before the first attempt of each execution of a request; what it throws fails the request unsent. */
  readonly beforeRequest?: ((request: Request, file: RunnableFile) => Promise<void>) | undefined;
  /** With the line of each assertion before it is evaluated, with undefined after the last: whoever has to end the thread wants to know. */
  readonly onEvaluating?: ((line: number | undefined) => void) | undefined;
}

/** Paths are relative to the directory and confined to the workspace. */
export interface FileAccess {
  /** For dependencies in other files; undefined when missing, unreadable or outside. */
  readonly loadFile: (path: string, fromDirectory: string) => Promise<RunnableFile | undefined>;
  /** Throws RequestFailure('file'). */
  readonly readFile: (path: string, fromDirectory: string) => Promise<Uint8Array>;
  /** For bodies that are streamed and databases; throws RequestFailure('file'). */
  readonly openFile: (path: string, fromDirectory: string) => Promise<WorkspaceFile>;
  readonly snapshotStore: SnapshotStore;
}

export interface WorkspaceFile {
  /** Free of symbolic links, absolute. */
  readonly real: string;
  readonly length: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

export interface SnapshotStore {
  /** Text of the snapshot file that belongs to a request file; undefined when there is none. */
  readonly read: (file: RunnableFile) => Promise<string | undefined>;
  /** Replaces it whole. */
  readonly write: (file: RunnableFile, text: string) => Promise<void>;
}
