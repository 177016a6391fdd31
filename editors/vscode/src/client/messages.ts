/** What the language server and this extension say to each other beyond the protocol of editors. */
import type { RunResult, RunEvent, KeptResponse } from '../../../../src/lsp/commands/run-result.js';

export type {
  KeptResponse,
  RunEvent,
  RunFailure,
  RunResult,
  RunTest,
} from '../../../../src/lsp/commands/run-result.js';

export interface Environments {
  readonly names: readonly string[];
  readonly active: string;
}

export interface IndexedFile {
  readonly uri: string;
  readonly requests: number;
}

/** A request of a file; a whole file without its line. */
export interface RequestPlace {
  readonly uri: string;
  readonly line?: number | undefined;
}

/** Commands of the server, by their argument and result. */
export interface ServerCommands {
  'svc.run': [{ uri: string; line: number; environment?: string | undefined }, RunResult];
  'svc.runFile': [{ uri: string; environment?: string | undefined }, RunResult];
  'svc.exportCurl': [{ uri: string; line: number }, { text: string }];
  'svc.response': [{ uri: string; line: number }, KeptResponse | null];
}

export const RUN_EVENT = 'svc/runEvent';
export const ENVIRONMENTS = 'svc/environments';
export const FILES = 'svc/files';

/** Requests of a server without a file system, which the extension responds to. */
export const READ_FILE = 'svc/readFile';
export const READ_FOLDER = 'svc/readFolder';

export type OnRunEvent = (event: RunEvent) => void;
