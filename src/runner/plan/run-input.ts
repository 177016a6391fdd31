/** The input of a run and its access to files; `openRun` adds the rest. */
import type { ClientValues } from '../../evaluation/variables/client-values.js';
import type { PersonAsker } from '../../http/auth/auth-state.js';
import type { Connections, ConnectionsOptions } from '../../http/connections/connections.js';
import type { Clock } from '../../primitives/clock.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import type { RunOptions } from './options.js';
import type { AskSecret } from './secret-command.js';

export interface RunnableFile {
  readonly file: RequestFile;
  /** The path as users see it. */
  readonly shown: string;
  /** The absolute directory that relative paths in the file start from. */
  readonly directory: string;
  /** Whether it comes from standard input, so that it is not on disk. */
  readonly isPiped?: true;
  /** What environment files of other clients give to its requests. */
  readonly client?: ClientValues;
  /** Requests of the file that fail without being sent because of errors in it, with the reason. */
  readonly invalid?: ReadonlyMap<Request, string>;
}

/** Command line, server, contracts, load tests and single requests all use it. */
export interface RunRequest {
  /** Empty when the caller chooses requests without a plan. */
  readonly files: readonly RunnableFile[];
  readonly options: RunOptions;
  readonly fileAccess: FileAccess;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** The clock of the machine when left out. */
  readonly clock?: Clock | undefined;
  /** The set of `knownSecrets`, for callers that redact before the run is open; grows during the run. */
  readonly secrets?: SecretSet | undefined;
  /** Creates connections; when left out, the run has private ones. */
  readonly connect?: ((options: ConnectionsOptions) => Connections) | undefined;
  /** Returns the URL to use instead of the resolved one, which may begin with `/`. */
  readonly placeUrl?: ((url: string) => string) | undefined;
  /** Called before anything of a request is resolved; when it throws, the request fails without being sent. */
  readonly checkRequest?: ((request: Request) => void) | undefined;
  /** When that many results are there, the rest is skipped; data rows are counted as they turn up. */
  readonly maxResults?: number | undefined;
  /** Called before the first attempt of each execution; when it throws, the request fails without being sent. */
  readonly beforeRequest?: ((request: Request, file: RunnableFile) => Promise<void>) | undefined;
  /** Asks the user whether a request with `@note` is sent; left out where nobody can be asked. */
  readonly confirm?: ((text: string) => Promise<boolean>) | undefined;
  /** Asks a program for a secret; when left out, the run starts it. */
  readonly askSecret?: AskSecret | undefined;
  /** Asks a person to sign in; left out where nobody may be asked, as in servers, editors and programs. */
  readonly asker?: PersonAsker | undefined;
  /** Called with the line of each assertion before it is evaluated, and with undefined after the last one. */
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
  /** Saves the body of a response, for `>> path`; left out unless the operator allows it. Throws ServiceError. */
  readonly saveResponse?: (file: ResponseFile) => Promise<void>;
  /** An environment file of another client that defines a variable but is not used. */
  readonly findDefinition?: (variable: string) => Promise<string | undefined>;
}

/** A response that a request file asks to save. */
export interface ResponseFile {
  /** As written, with its placeholders replaced. */
  readonly path: string;
  /** The directory of the request file. */
  readonly directory: string;
  readonly bytes: Uint8Array;
  /** Whether an existing file is replaced. */
  readonly replaces: boolean;
}

export interface WorkspaceFile {
  /** The absolute path without symbolic links. */
  readonly real: string;
  readonly length: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

export interface SnapshotStore {
  /** Returns the text of the snapshot file of a request file; undefined when there is none. */
  readonly read: (file: RunnableFile) => Promise<string | undefined>;
  /** Replaces the whole snapshot file. */
  readonly write: (file: RunnableFile, text: string) => Promise<void>;
}
