import { isAbsolute, join, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { StoreOrigin } from '../../history/store-place.js';
import {
  DEFAULT_RUN_OPTIONS,
  SELECT_ALL,
  type RunOptions,
  type Selection,
} from '../../runner/plan/options.js';
import { CONFIG_KEYS, type Config, type StressProfile } from '../../workspace/config/config.js';
import { resolveReferences } from '../../workspace/config/config-references.js';
import { findConfig } from '../../workspace/config/config-search.js';
import type { DotenvValues } from '../../workspace/files/dotenv.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';
import { chooseProxy, readTlsFiles } from './client-settings.js';
import { chooseEnvironment } from './environment-choice.js';
import { operatorValues, type Definition } from './operator-variables.js';

/** What somebody says about a run; config file, dotenv file and defaults add the rest. */
export interface SettingsRequest {
  readonly cwd: string;
  /** Paths of the command line; the first one's directory may hold the config file. */
  readonly paths?: readonly string[];
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Flags and environment variables, in the shape of the config file. */
  readonly given: Config;
  /** A config file that was named; it has to exist. */
  readonly config?: string | undefined;
  readonly variables?: readonly Definition[];
  readonly secrets?: readonly Definition[];
  /** What no config file can say. */
  readonly fixed?: Partial<
    Pick<
      RunOptions,
      'mode' | 'ci' | 'updateSnapshots' | 'dryRun' | 'allowShell' | 'allowDb' | 'keepExchanges'
    >
  >;
  readonly selection?: Selection;
  /** A config that was read before; then none is looked for. */
  readonly loaded?: LoadedConfig;
  /** Told the config and the dotenv file before they are read, absolute. */
  readonly onInput?: (path: string) => void;
  /** Ends the waiting for a file that is a pipe. */
  readonly signal?: AbortSignal;
}

/** Everything about a run that is known before its files are read. */
export interface RunSettings {
  readonly options: RunOptions;
  /** Directory that files named in requests must stay inside (language.md 3.4). */
  readonly root: string;
  readonly history: HistorySettings | undefined;
  readonly coverage: { readonly openapi: NamedPath | undefined; readonly min: number | undefined };
  readonly reporters: Config['reporters'];
  readonly stressProfiles: Readonly<Record<string, StressProfile>>;
  readonly outputDir: string | undefined;
  /** The text of the config file, when it is the one that names `outputDir`. */
  readonly chosenOutputDir: string | undefined;
  /** Directory of the config file in use. */
  readonly configDirectory: string | undefined;
  readonly verbose: boolean;
  readonly warnings: readonly string[];
}

export interface HistorySettings {
  readonly path: string;
  readonly origin: StoreOrigin;
  readonly keepRuns: number;
}

/** Flag, then environment variable, then config file, then default, for every setting (cli.md 4). */
export async function loadRunSettings(request: SettingsRequest): Promise<RunSettings> {
  try {
    return await readRunSettings(request);
  } catch (error) {
    if (!request.signal?.aborted) throw error;
    throw new ServiceError('cancelled', 'interrupted while the settings were read', { cause: error });
  }
}

async function readRunSettings(request: SettingsRequest): Promise<RunSettings> {
  const { cwd, given, process } = request;
  const { config, directory, warnings } = request.loaded ?? (await readConfig(request));
  // A server that was given its config elsewhere serves the current directory all the same.
  const workspace = request.loaded ? [cwd] : [];
  const sources: Sources = { given, config, cwd, directory, workspace };
  const envFile = namedPath(sources, (settings) => settings.envFile);
  if (envFile !== undefined) request.onInput?.(envFile.absolute);
  const dotenv = await readDotenvFile(envFile, request.signal);
  const chosen = chooseEnvironment(given.defaultEnvironment, config);
  const resolved = resolveReferences(config, chosen.name, { process, dotenv });
  const options = await runOptions(request, sources, {
    dotenv: Object.fromEntries(dotenv),
    environmentName: chosen.name,
    environment: resolved.variables,
    ...(chosen.problem !== undefined && { environmentProblem: chosen.problem }),
    headers: resolved.headers,
    proxy: chooseProxy({ given: given.proxy, configured: resolved.proxy, process }),
  });
  const insecure = options.validateSSL ? [] : ['TLS certificates are not checked in this run'];
  return {
    options,
    root: directory ?? cwd,
    history: historySettings(sources, process),
    coverage: {
      openapi: namedPath(sources, (settings) => settings.coverage?.openapi),
      min: given.coverage?.min ?? config.coverage?.min,
    },
    reporters: config.reporters,
    stressProfiles: config.stress?.profiles ?? {},
    outputDir: namedPath(sources, (settings) => settings.outputDir)?.absolute,
    chosenOutputDir: given.outputDir === undefined ? config.outputDir : undefined,
    configDirectory: directory,
    verbose: config.verbose ?? false,
    warnings: [...warnings, ...chosen.warnings, ...resolved.warnings, ...insecure],
  };
}

interface Sources {
  readonly given: Config;
  readonly config: Config;
  readonly cwd: string;
  /** Of the config file; undefined without one. */
  readonly directory: string | undefined;
  /** Where else the files may lie that the config file names. */
  readonly workspace: readonly string[];
}

export interface LoadedConfig {
  readonly config: Config;
  /** Of the file; undefined without one. */
  readonly directory: string | undefined;
  readonly warnings: readonly string[];
}

/** YAML is loaded for those who have a config file only. */
async function readConfig({
  config,
  cwd,
  paths = [],
  onInput,
  signal,
}: SettingsRequest): Promise<LoadedConfig> {
  const found = await findConfig({ named: config, cwd, firstPath: paths[0] });
  if (found === undefined) return { config: {}, directory: undefined, warnings: [] };
  onInput?.(found.absolute);
  const { loadConfig } = await import('../../workspace/config/config-file.js');
  return loadConfig(found, signal);
}

async function readDotenvFile(path: NamedPath | undefined, signal?: AbortSignal): Promise<DotenvValues> {
  if (path === undefined) return new Map();
  const { readDotenv } = await import('../../workspace/files/dotenv.js');
  return readDotenv(path, signal);
}

type Resolved = Pick<
  RunOptions,
  'dotenv' | 'environmentName' | 'environment' | 'environmentProblem' | 'headers' | 'proxy'
>;

async function runOptions(
  request: SettingsRequest,
  sources: Sources,
  resolved: Resolved,
): Promise<RunOptions> {
  const { config, given } = sources;
  const operator = operatorValues(request);
  const setting = <K extends PlainKey>(key: K): PlainValue<K> =>
    (given[key] ?? config[key] ?? CONFIG_KEYS[key].default) as PlainValue<K>;
  return {
    ...DEFAULT_RUN_OPTIONS,
    ...request.fixed,
    ...resolved,
    operatorVariables: operator.variables,
    secretNames: [...new Set([...(config.secrets ?? []), ...operator.secretNames])],
    secretValues: operator.secretValues,
    timeout: setting('timeout'),
    connectTimeout: setting('connectTimeout'),
    retries: given.retries ?? config.retries ?? 0,
    retryDelay: setting('retryDelay'),
    followRedirects: setting('followRedirects'),
    maxRedirects: setting('maxRedirects'),
    validateSSL: setting('validateSSL'),
    tls: await tlsOf(request, sources),
    httpVersion: setting('httpVersion'),
    maxBodyBytes: setting('maxBodyBytes'),
    cookies: setting('cookies'),
    parallel: setting('parallel'),
    concurrency: setting('concurrency'),
    bail: setting('bail'),
    selection: request.selection ?? SELECT_ALL,
  };
}

type PlainKey =
  | 'timeout'
  | 'connectTimeout'
  | 'retryDelay'
  | 'followRedirects'
  | 'maxRedirects'
  | 'validateSSL'
  | 'httpVersion'
  | 'maxBodyBytes'
  | 'cookies'
  | 'parallel'
  | 'concurrency'
  | 'bail';
type PlainValue<K extends PlainKey> = NonNullable<Config[K]>;

async function tlsOf({ process, signal }: SettingsRequest, sources: Sources): Promise<RunOptions['tls']> {
  const clientCert = namedPath(sources, ({ tls }) => tls?.clientCert);
  const clientKey = namedPath(sources, ({ tls }) => tls?.clientKey);
  if (clientKey !== undefined && clientCert === undefined) {
    const isGiven = sources.given.tls?.clientKey !== undefined;
    throw isGiven
      ? new ServiceError('usage', '--key (SVC_KEY) needs --cert (SVC_CERT)')
      : new ServiceError('input', 'tls.clientKey of the config file needs tls.clientCert');
  }
  const caCert = namedPath(sources, ({ tls }) => tls?.caCert);
  const passphrase = process['SVC_KEY_PASSPHRASE'] || undefined;
  return readTlsFiles({ caCert, clientCert, clientKey, passphrase, signal });
}

/** Paths of flags start at the current directory, those of the config file beside it, where they have to stay. */
function namedPath(
  { given, config, cwd, directory = cwd, workspace }: Sources,
  pick: (settings: Config) => string | undefined,
): NamedPath | undefined {
  const flag = pick(given);
  if (flag !== undefined) return { absolute: resolve(cwd, flag), shown: flag };
  const written = pick(config);
  if (written === undefined) return undefined;
  return { absolute: resolve(directory, written), shown: written, within: [directory, ...workspace] };
}

/** Undefined when it is switched off, or has no place. */
export function historySettings(
  sources: Sources,
  process: SettingsRequest['process'],
): HistorySettings | undefined {
  const { given, config } = sources;
  if (!(given.history?.enabled ?? config.history?.enabled ?? true)) return undefined;
  const keepRuns = config.history?.keepRuns ?? 10_000;
  const home = process['HOME'] || process['USERPROFILE'] || '';
  const own = isAbsolute(home) ? join(home, '.svc') : undefined;
  const named = namedPath(sources, ({ history }) => history?.path);
  if (named !== undefined) {
    const { absolute: path, shown, within: inside } = named;
    const namedBy = inside === undefined ? 'operator' : 'config';
    const within = [...(inside ?? []), ...(own === undefined ? [] : [own])];
    return { path, origin: { namedBy, shown, within }, keepRuns };
  }
  if (own === undefined) return undefined;
  const origin = { namedBy: 'default', shown: '~/.svc/history.db', within: [] } as const;
  return { path: join(own, 'history.db'), origin, keepRuns };
}
