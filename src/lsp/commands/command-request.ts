/** What commands that run or export requests are given; plain data, so that it can be sent to a thread. */
import type { Config } from '../../workspace/config/config.js';

/** The text of a document that is open in the editor. */
export interface OpenText {
  readonly uri: string;
  /** The absolute path; undefined for a document that was never saved. */
  readonly path: string | undefined;
  readonly text: string;
}

export interface Permissions {
  readonly shell: boolean;
  readonly database: boolean;
  readonly secretCommands?: boolean;
}

/** What every command needs to read a request file and its settings. */
export interface CommandRequest {
  /** The absolute path of the workspace folder, which is the current directory of the command. */
  readonly folder: string;
  readonly uri: string;
  /** The absolute path of the document; undefined for one that was never saved, which has to be open. */
  readonly path: string | undefined;
  /** Left out, the default environment of the config is used. */
  readonly environment?: string | undefined;
  /** The config file that the operator named. */
  readonly config?: string | undefined;
  /** Texts that are used instead of those on the disk. */
  readonly openTexts: readonly OpenText[];
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
}

export interface ExportRequest extends CommandRequest {
  /** The line of the request, from 1. */
  readonly line: number;
}

export interface RunRequest extends CommandRequest {
  /** The line of the request to run, from 1; left out, the whole file is run. */
  readonly line?: number | undefined;
  readonly permissions: Permissions;
  /** What the flags of the operator say about the history; a path left out is that of SVC_HISTORY_DB. */
  readonly history: Pick<NonNullable<Config['history']>, 'enabled' | 'path'>;
}
