/** How programs start runs, and what they are told meanwhile. */
import type { RequestResult, RunResult, RunSummary } from './result-types.js';
import type { Settings } from './settings-type.js';

/** What runs and mock servers have in common. */
export interface WorkspaceOptions {
  /** The directory that paths are relative to; that of the process when left out. */
  readonly cwd?: string | undefined;
  /** A config file to use instead of the one found; `false` uses none. */
  readonly config?: string | false | undefined;
  /** The active environment; that of the config when left out, else `dev`. */
  readonly environment?: string | undefined;
  /** A dotenv file. */
  readonly envFile?: string | undefined;
  /** Environment variables; those of the process when left out. Of `SVC_…` only the variables and secrets count. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Values that are stronger than those of files and environments. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

export interface RunOptions extends WorkspaceOptions {
  /** Like `variables`; the values are masked in reports, warnings and the history. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Only requests whose name matches one of these; `*` is any text, `?` one character. */
  readonly names?: readonly string[] | undefined;
  /** Only requests with any of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** No requests with any of these tags. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Keys of `service.yaml`, stronger than the file; paths are relative to `cwd`. */
  readonly settings?: Settings | undefined;
  /** Passes over the selection, 1 to 10,000. */
  readonly repeat?: number | undefined;
  /** Whether a missing snapshot fails instead of being written; false when left out. */
  readonly ci?: boolean | undefined;
  /** Whether the snapshots of this run are written; false when left out. */
  readonly updateSnapshots?: boolean | undefined;
  /** Whether the run is stored in the history; false when left out. */
  readonly history?: boolean | undefined;
  /** Permits hooks and shell blocks; false when left out. */
  readonly allowShell?: boolean | undefined;
  /** Permits database assertions; false when left out. */
  readonly allowDb?: boolean | undefined;
  /** Permits the programs of the config that print secrets; false when left out. */
  readonly allowSecretCommands?: boolean | undefined;
  /** Skips requests that svc cannot run, which fail otherwise. */
  readonly skipUnsupported?: boolean | undefined;
  /** Keeps every exchange with its bodies, which a report in the format `har` needs; false when left out. */
  readonly keepExchanges?: boolean | undefined;
  /** Called in order while the run goes on; what it throws ends the run and is what `run` rejects with. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** Further kinds may follow, so that a program ignores one it does not know. */
export type RunEvent =
  | {
      readonly kind: 'run-start';
      /** How many files there are. */
      readonly files: number;
      /** How many requests all files have; the rows and elements of one count once. */
      readonly total: number;
    }
  | { readonly kind: 'file-start'; readonly file: string }
  | ({ readonly kind: 'request-start' } & RequestPlace)
  | ({ readonly kind: 'request-end'; readonly result: RequestResult } & RequestPlace)
  | { readonly kind: 'file-end'; readonly file: string; readonly result: RunResult }
  | { readonly kind: 'run-end'; readonly summary: RunSummary };

export interface RequestPlace {
  /** The file of the run, relative to `cwd`. */
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** The position in the order of the file, from 0; rows and elements of one request share it. */
  readonly index: number;
  /** How many requests the file has. */
  readonly total: number;
}

export interface ReportOptions {
  /** How much a report in the format `console` shows, like the number of `-v`: 0 to 3. */
  readonly verbosity?: number | undefined;
}
