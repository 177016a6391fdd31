/**
 * What the language server needs of the place that it runs in: Node, or a worker of a browser. Paths are shown paths:
 * relative to the folder, with `/`.
 */
import type { FileNames } from '../../authoring/navigate/file-names.js';
import type { Shape } from '../../primitives/shapes/check-shape.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { Hint } from '../../request-file/check/undefined-variables.js';
import type { ReadScript } from '../../request-file/script-access.js';
import type { EditedFile, NamedFile } from '../../request-file/parse-file.js';

/** A text that was parsed once, for everything that is said about it. */
export interface Analysed extends EditedFile, NamedFile {
  /** Without a byte order mark, so that columns are those of the parser. */
  readonly text: string;
  readonly path: string;
}

export interface Host {
  /** Whether a path names a request file; one function of the program decides it. */
  readonly isRequestFile: (path: string) => boolean;
  /** Whether a path names a config file; which of them is in use, its folder knows. */
  readonly isConfigFile: (path: string) => boolean;
  /** The declaration of the settings in a config file. */
  readonly configShape: Shape;
  /** Whether requests can be sent from here. */
  readonly canRun: boolean;
  /** The files whose changes matter, as patterns of the protocol. */
  readonly watchPatterns: readonly string[];
  /** Undefined for a place that the host cannot read, such as a folder of another scheme. */
  readonly openFolder: (options: FolderOptions) => HostFolder | undefined;
  /** Ends what the host itself has started; folders are closed before. */
  readonly close?: () => Promise<void>;
}

export interface FolderOptions {
  /** The URI of the folder, without a slash at its end. */
  readonly uri: string;
  /** Whether the client opened the folder; that of a file outside of all folders is not indexed. */
  readonly isOfClient: boolean;
  /** The texts of open documents by their path, which win over the disk. */
  readonly openText: (path: string) => string | undefined;
  /** Whether the client reports changed files. */
  readonly isWatchedByClient: () => boolean;
  /** Called with the paths of files that changed outside the editor; undefined for any number of them. */
  readonly onChange: (paths: readonly string[] | undefined) => void;
  /** For the user, once. */
  readonly onWarning: (message: string) => void;
}

/** A workspace: its boundary, its config, its index. */
export interface HostFolder {
  /**
   * Parses a text; a large one elsewhere, so that other documents do not wait. An untitled one is not the file of its
   * path.
   */
  readonly analyse: (text: string, path: string, isUntitled?: boolean) => Promise<Analysed>;
  /** The canonical text; undefined when the text has errors. */
  readonly format: (text: string, path: string) => Promise<string | undefined>;
  /** All findings of validation of a text among the files of the folder, in order. */
  readonly check: (analysed: Analysed) => Promise<readonly Diagnostic[]>;
  /** Names without a value in the environment. */
  readonly hints: (analysed: Analysed, environment: string | undefined) => Promise<readonly Hint[]>;
  /** Undefined when the path is not that of the config in use. */
  readonly checkConfig: (path: string, text: string) => Promise<readonly ConfigFinding[] | undefined>;
  readonly environments: (chosen: string | undefined) => Promise<Environments>;
  /** What gives values beside the file itself. */
  readonly values: (environment: string | undefined) => Promise<FolderValues>;
  /** The text of a file inside the boundary, of an open document if there is one; undefined if it cannot be read. */
  readonly readText: (path: string) => Promise<string | undefined>;
  /** Files and folders in a folder, at most some hundreds of them; folders end with a slash. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Reads scripts that a file names. */
  readonly scriptReader: (path: string) => ReadScript;
  /** Names of the columns of a data file. */
  readonly columnsOf: (path: string) => Promise<readonly string[]>;
  /** The path of the config in use. */
  readonly configPath: () => Promise<string | undefined>;
  /** What the client reports of the disk. */
  readonly noteChanged: (paths: readonly string[]) => void;
  /** After a document was opened, changed or closed. */
  readonly noteOpen: (path: string, analysed: Analysed | undefined) => void;
  /** Paths of the files whose findings may change with a file: those that depend on it, and those that it names. */
  readonly related: (path: string) => readonly string[];
  readonly index?: HostIndex | undefined;
  readonly runs?: HostRuns | undefined;
  readonly close: () => Promise<void>;
}

export type ConfigFinding = Pick<Diagnostic, 'line' | 'column' | 'endColumn' | 'severity' | 'message'> & {
  readonly code: string;
};

export interface Environments {
  readonly names: readonly string[];
  readonly active: string;
  /** Why the chosen one cannot be meant, with near names. */
  readonly warnings: readonly string[];
}

export interface FolderValues {
  readonly environment: string;
  /** Of the environment, with the values as they are written in the config. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Names of the dotenv file; its values are never handed out. */
  readonly dotenvNames: readonly string[];
  readonly secretNames: readonly string[];
  /** Secrets that programs print, which are not started here. */
  readonly commandSecrets: readonly string[];
  /** Whether the process has a value for the name, which is not read. */
  readonly hasProcessValue: (name: string) => boolean;
  /** Whether the operator gives a value for the name, which is stronger than that of a file. */
  readonly hasOperatorValue: (name: string) => boolean;
  /** Where the config defines a variable of the environment. */
  readonly environmentPlace: (name: string) => NamedPlace | undefined;
  readonly dotenvPlace: (name: string) => NamedPlace | undefined;
}

export interface NamedPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** What is indexed of all request files of a folder. */
export interface HostIndex {
  readonly isComplete: boolean;
  /** Resolves with whether everything is indexed, at the latest after the time. */
  readonly whenComplete: (timeoutMs: number) => Promise<boolean>;
  readonly files: () => readonly { readonly path: string; readonly requests: number }[];
  readonly allNames: () => Iterable<FileNames>;
  readonly namesOf: (path: string) => FileNames | undefined;
  /** The names of requests that have the letters of the query in their order, at most some hundreds. */
  readonly symbols: (query: string) => readonly IndexedSymbol[];
}

export interface IndexedSymbol {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** Runs by command; missing where nothing can be sent. */
export interface HostRuns {
  /** Rejects with a message for the user. */
  readonly run: (request: RunByCommand) => Promise<RunByCommandResult>;
  readonly exportCurl: (request: RunTarget, signal: AbortSignal) => Promise<{ readonly text: string }>;
  /** The last response to the request, without secrets; null without one. */
  readonly lastResponse: (target: {
    readonly uri: string;
    readonly line: number;
    /** The name of the request at the line now. */
    readonly name: string | undefined;
  }) => unknown;
}

export interface RunTarget {
  readonly uri: string;
  /** The path in the folder; undefined for a document that was never saved. */
  readonly path: string | undefined;
  /** The line of one request, from 1. */
  readonly line: number;
  readonly environment: string | undefined;
  /** All open documents, whose texts are used instead of those on disk. */
  readonly openTexts: readonly { readonly uri: string; readonly text: string }[];
}

export interface RunByCommand extends Omit<RunTarget, 'line'> {
  /** The whole file without it. */
  readonly line: number | undefined;
  readonly signal: AbortSignal;
  /** The event is the parameter of `svc/runEvent`. */
  readonly onEvent: (event: object, done: number, total: number) => void;
  readonly onWarning: (message: string) => void;
}

export interface RunByCommandResult {
  /** For the client. */
  readonly result: object;
  /** By URI of the document; lines count from 1. */
  readonly findings: ReadonlyMap<string, readonly { readonly line: number; readonly message: string }[]>;
  /** For clients that show no results themselves. */
  readonly summary: { readonly level: 'info' | 'warning' | 'error'; readonly message: string };
}
