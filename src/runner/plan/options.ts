/** The options of a run: flags, environment variables and config are already merged. */
import type { ProxyChoice } from '../../http/connect/proxy.js';
import type { SecretCommand, SettledSecret } from './secret-command.js';

export interface RunOptions {
  /** Decides on the name of unnamed requests, the order of results, and the skip reason of stopped requests. */
  readonly mode: 'cli' | 'server';
  readonly environmentName: string;
  readonly environment: Readonly<Record<string, unknown>>;
  /** Why the environment has no variables, for messages: `environment "qa" is not defined`. */
  readonly environmentProblem?: string;
  readonly dotenv: Readonly<Record<string, string>>;
  /** `--variable`, `--secret`, `SVC_VARIABLE_*`, `SVC_SECRET_*`, the stronger ones already chosen. */
  readonly operatorVariables: Readonly<Record<string, string>>;
  /** Set by contract verification; these win over all other variables. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Variables and captures whose values are secret: bare, or `<request>.<capture>`. */
  readonly secretNames: readonly string[];
  readonly secretValues: readonly string[];
  readonly timeout: number;
  readonly connectTimeout: number;
  readonly retries: number;
  readonly retryDelay: number;
  /** Milliseconds between the end of a request and the start of the next; in parallel runs between two starts. */
  readonly delay: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  readonly validateSSL: boolean;
  readonly tls: TlsFiles;
  readonly proxy: ProxyChoice;
  readonly httpVersion: 'auto' | '1.1' | '2';
  readonly maxBodyBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: boolean;
  /** Whether requests name a trace. */
  readonly traceparent: boolean;
  readonly parallel: boolean;
  readonly concurrency: number;
  readonly bail: boolean;
  readonly allowShell: boolean;
  readonly allowDb: boolean;
  /** Whether programs may be started that print secrets. */
  readonly allowSecretCommands: boolean;
  /** The programs that print secrets in this environment. */
  readonly secretCommands?: readonly SecretCommand[];
  /** Secrets that somebody else has asked programs for. */
  readonly settledSecrets?: Readonly<Record<string, SettledSecret>>;
  /** Whether requests with `@note` are sent without a question. */
  readonly confirmed?: boolean;
  /** A missing snapshot fails: `--ci`, `CI`, or a read-only server. */
  readonly ci: boolean;
  readonly updateSnapshots: boolean;
  readonly dryRun: boolean;
  /** Whether requests that svc cannot run are skipped, which fail otherwise. */
  readonly skipUnsupported: boolean;
  readonly selection: Selection;
  /** Whether outcomes keep every exchange with its bodies: only some reports need them. */
  readonly keepExchanges: boolean;
  /** How many characters of a response body an outcome keeps. */
  readonly keptBody: number;
  /** The number of the pass, from 1; left out in a run that is not repeated. */
  readonly iteration?: number;
}

/** The contents of the files, not their paths. */
export interface TlsFiles {
  readonly ca?: string;
  readonly cert?: string | Uint8Array;
  readonly key?: string;
  readonly passphrase?: string;
}

export interface Selection {
  /** Globs, of which one must match; empty for all. */
  readonly names: readonly string[];
  /** Requests named over REST; only these can be selected. */
  readonly exactNames?: readonly string[];
  /** Whether the results leave out requests that are neither selected nor needed by a selected one. */
  readonly hidesOthers?: boolean;
  /** The numbers of the data rows that selected requests run with, from 1; left out, all rows. */
  readonly rows?: ReadonlySet<number>;
  readonly tags: readonly string[];
  readonly excludeTags: readonly string[];
  /** By shown path, the indices of the requests that were named by their lines; a file without an entry runs whole. */
  readonly places?: ReadonlyMap<string, ReadonlySet<number>>;
  readonly shard?: { readonly index: number; readonly count: number };
  /** By shown path, the `shownName` of each request that failed last time; a file without an entry runs whole. */
  readonly lastFailed?: ReadonlyMap<string, ReadonlySet<string>>;
}

export const SELECT_ALL: Selection = { names: [], tags: [], excludeTags: [] };

export const DEFAULT_RUN_OPTIONS: RunOptions = {
  mode: 'cli',
  environmentName: 'dev',
  environment: {},
  dotenv: {},
  operatorVariables: {},
  overrides: {},
  secretNames: [],
  secretValues: [],
  timeout: 30_000,
  connectTimeout: 10_000,
  retries: 0,
  retryDelay: 1000,
  delay: 0,
  followRedirects: true,
  maxRedirects: 10,
  validateSSL: true,
  tls: {},
  proxy: { kind: 'none' },
  httpVersion: 'auto',
  maxBodyBytes: 64 * 1024 * 1024,
  headers: {},
  cookies: true,
  traceparent: false,
  parallel: false,
  concurrency: 5,
  bail: false,
  allowShell: false,
  allowDb: false,
  allowSecretCommands: false,
  ci: false,
  updateSnapshots: false,
  dryRun: false,
  skipUnsupported: false,
  selection: SELECT_ALL,
  keepExchanges: false,
  keptBody: 10 * 1024 * 1024,
};
