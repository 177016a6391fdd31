/** What a run is told to do: flags, environment variables and config already merged, then readonly. */
import type { ProxyChoice } from '../../http/connect/proxy.js';

export interface RunOptions {
  /** Who asked: it decides how unnamed requests are called, in which order results stand, and what a stopped request is called. */
  readonly mode: 'cli' | 'server';
  readonly environmentName: string;
  readonly environment: Readonly<Record<string, unknown>>;
  /** Why the environment has no variables, as messages say it: `environment "qa" is not defined`. */
  readonly environmentProblem?: string;
  readonly dotenv: Readonly<Record<string, string>>;
  /** `--variable`, `--secret`, `SVC_VARIABLE_*`, `SVC_SECRET_*`, the stronger ones already chosen. */
  readonly operatorVariables: Readonly<Record<string, string>>;
  /** Set by the program and stronger than everything else (contract verification). */
  readonly overrides: Readonly<Record<string, string>>;
  /** Variables and captures whose values are secret: bare, or `<request>.<capture>`. */
  readonly secretNames: readonly string[];
  readonly secretValues: readonly string[];
  readonly timeout: number;
  readonly connectTimeout: number;
  readonly retries: number;
  readonly retryDelay: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  readonly validateSSL: boolean;
  readonly tls: TlsFiles;
  readonly proxy: ProxyChoice;
  readonly httpVersion: 'auto' | '1.1' | '2';
  readonly maxBodyBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: boolean;
  readonly parallel: boolean;
  readonly concurrency: number;
  readonly bail: boolean;
  readonly allowShell: boolean;
  readonly allowDb: boolean;
  /** A missing snapshot fails: `--ci`, `CI`, or a read-only server. */
  readonly ci: boolean;
  readonly updateSnapshots: boolean;
  readonly dryRun: boolean;
  readonly selection: Selection;
  /** Whether outcomes keep every exchange with its bodies: only some reports need them. */
  readonly keepExchanges: boolean;
  /** Most characters of a response body an outcome keeps. */
  readonly keptBody: number;
}

/** Contents, not paths. */
export interface TlsFiles {
  readonly ca?: string;
  readonly cert?: string | Uint8Array;
  readonly key?: string;
  readonly passphrase?: string;
}

export interface Selection {
  /** Globs, any of them; empty for all. */
  readonly names: readonly string[];
  /** One request named over REST: only it and its dependencies run and are reported. */
  readonly exactName?: string;
  readonly tags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly shard?: { readonly index: number; readonly count: number };
  /** By shown path, the names of what failed last time (`shownName` of outcomes); a file without an entry runs whole. */
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
  followRedirects: true,
  maxRedirects: 10,
  validateSSL: true,
  tls: {},
  proxy: { kind: 'none' },
  httpVersion: 'auto',
  maxBodyBytes: 64 * 1024 * 1024,
  headers: {},
  cookies: true,
  parallel: false,
  concurrency: 5,
  bail: false,
  allowShell: false,
  allowDb: false,
  ci: false,
  updateSnapshots: false,
  dryRun: false,
  selection: SELECT_ALL,
  keepExchanges: false,
  keptBody: 10 * 1024 * 1024,
};
