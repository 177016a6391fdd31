import { ServiceError } from '../../errors.js';
import {
  DEFAULT_RUN_OPTIONS,
  SELECT_ALL,
  type RunOptions,
  type Selection,
} from '../../runner/plan/options.js';
import { CONFIG_KEYS, type Config, type StressProfile } from '../../workspace/config/config.js';
import { secretNames } from '../../workspace/config/secrets/secret-entries.js';
import { resolveReferences } from '../../workspace/config/config-references.js';
import { findConfig } from '../../workspace/config/config-search.js';
import type { DotenvValues } from '../../workspace/files/dotenv.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';
import type { ClientChoice, ClientSource } from './client-source.js';
import { chooseProxy, readTlsFiles } from './client-settings.js';
import { resolveHistory, type HistorySettings, type ResolvedHistory } from './history-settings.js';
import { withFurtherSettings } from './further-settings.js';
import { namedPath, type Sources } from './setting-sources.js';
import { secretCommands } from './secret-commands.js';
import { chooseEnvironment, requireEnvironment, type EnvironmentChoice } from './choose-environment.js';
import { resolveOperatorValues, type Definition } from './operator-variables.js';

/** The options that a caller sets for a run; config file, dotenv file and defaults supply the rest. */
export interface SettingsRequest {
  readonly cwd: string;
  /** Paths of the command line; the directory of the first one may contain the config file. */
  readonly paths?: readonly string[];
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Settings from flags and environment variables, or of a program, in the shape of the config file. */
  readonly overrides: Config;
  /** A config file named by the user, which must exist. */
  readonly config?: string | undefined;
  readonly variables?: readonly Definition[];
  readonly secrets?: readonly Definition[];
  /** Further values that are secret wherever they come from. */
  readonly secretValues?: readonly string[];
  /** Options that a config file cannot set. */
  readonly fixed?: Partial<
    Pick<
      RunOptions,
      | 'mode'
      | 'ci'
      | 'updateSnapshots'
      | 'dryRun'
      | 'allowShell'
      | 'allowDb'
      | 'allowSecretCommands'
      | 'confirmed'
      | 'skipUnsupported'
      | 'keepExchanges'
    >
  >;
  readonly selection?: Selection;
  /** Left out, no environment files of other clients are used. */
  readonly client?: ClientChoice;
  /** The values of a dotenv file that was already read; then none is read. */
  readonly dotenv?: DotenvValues;
  /** A config that was already read; then no file is searched. */
  readonly loaded?: LoadedConfig;
  /** The text of a config file that is open in an editor, by its absolute path; it is used instead of the file. */
  readonly openConfig?: (path: string) => string | undefined;
  /** Called with the absolute paths of the config and the dotenv file before they are read. */
  readonly onInput?: (path: string) => void;
  /** Stops waiting for a file that is a pipe. */
  readonly signal?: AbortSignal;
}

/** All settings of a run, resolved before its files are read. */
export interface RunSettings {
  readonly options: RunOptions;
  /** The directory that must contain all files that requests refer to. */
  readonly root: string;
  readonly history: HistorySettings | undefined;
  readonly coverage: { readonly openapi: NamedPath | undefined; readonly min: number | undefined };
  readonly reporters: Config['reporters'];
  readonly stressProfiles: Readonly<Record<string, StressProfile>>;
  /** Where the config file says that workers are; only who asks for workers may use it. */
  readonly queue: Config['queue'];
  readonly outputDir: string | undefined;
  /** The value of `outputDir` in the config file, when no flag overrides it. */
  readonly configuredOutputDir: string | undefined;
  /** The directory of the config file in use. */
  readonly configDirectory: string | undefined;
  /** Gives files the values of environment files of other clients; see `withClientValues`. */
  readonly client?: ClientSource;
  /** Whether files with scripts that cannot be checked are refused. */
  readonly strictScripts: boolean;
  readonly verbose: boolean;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** Resolves every setting from its flag, environment variable, config file or default, in this order. */
export async function loadRunSettings(request: SettingsRequest): Promise<RunSettings> {
  try {
    return await readRunSettings(request);
  } catch (error) {
    if (!request.signal?.aborted) throw error;
    throw new ServiceError('cancelled', 'interrupted while the settings were read', { cause: error });
  }
}

async function readRunSettings(request: SettingsRequest): Promise<RunSettings> {
  const { cwd, overrides, process } = request;
  const { config: written, directory, warnings, problemAt } = request.loaded ?? (await readConfig(request));
  const config = withFurtherSettings(written, overrides);
  // A server with a config file elsewhere still serves the current directory.
  const workspace = request.loaded ? [cwd] : [];
  const sources: Sources = { overrides, config, cwd, directory, workspace };
  const envFile = namedPath(sources, (settings) => settings.envFile);
  if (envFile !== undefined) request.onInput?.(envFile.absolute);
  const dotenv = request.dotenv ?? (await readDotenvFile(envFile, request.signal));
  const root = directory ?? cwd;
  const client = await clientSource(request, sources, root);
  const chosen = chooseEnvironment(overrides.defaultEnvironment, config, client?.names);
  const ofEnvironment = environmentWarnings(request, chosen, written, problemAt);
  const resolved = resolveReferences(config, chosen.name, { process, dotenv });
  const stored = await resolveHistory({ sources, process, dotenv, root });
  const options = await runOptions(request, sources, {
    historySecrets: stored.secrets,
    dotenv: Object.fromEntries(dotenv),
    environmentName: chosen.name,
    environment: resolved.variables,
    ...(chosen.problem !== undefined && { environmentProblem: chosen.problem }),
    headers: resolved.headers,
    proxy: chooseProxy({ override: overrides.proxy, configured: resolved.proxy, process }),
  });
  const insecure = options.validateSSL ? [] : ['TLS certificates are not checked in this run'];
  return {
    options,
    root,
    history: stored.history,
    coverage: {
      openapi: namedPath(sources, (settings) => settings.coverage?.openapi),
      min: overrides.coverage?.min ?? config.coverage?.min,
    },
    reporters: config.reporters,
    stressProfiles: config.stress?.profiles ?? {},
    queue: config.queue,
    outputDir: namedPath(sources, (settings) => settings.outputDir)?.absolute,
    configuredOutputDir: overrides.outputDir === undefined ? config.outputDir : undefined,
    configDirectory: directory,
    ...(client && { client }),
    strictScripts: overrides.strictScripts ?? config.strictScripts ?? false,
    verbose: config.verbose ?? false,
    notes: chosen.notes,
    warnings: [
      ...warnings,
      ...(client?.environments.warnings ?? []),
      ...ofEnvironment,
      ...resolved.warnings,
      ...stored.warnings,
      ...insecure,
    ],
  };
}

/** A server and the tools for agents have rules of their own for an environment that is not defined. */
function environmentWarnings(
  { loaded, overrides }: SettingsRequest,
  chosen: EnvironmentChoice,
  config: Config,
  problemAt: LoadedConfig['problemAt'],
): readonly string[] {
  if (loaded !== undefined) return chosen.warnings;
  return requireEnvironment(chosen, overrides.defaultEnvironment, config, (message) =>
    problemAt === undefined ? message : problemAt(['defaultEnvironment'], message),
  );
}

/** A server with a config file elsewhere still looks for environment files in its own directory. */
async function clientSource(
  { client: choice, loaded, cwd, onInput }: SettingsRequest,
  sources: Sources,
  root: string,
): Promise<ClientSource | undefined> {
  if (choice === undefined) return undefined;
  const { openClientSource } = await import('./client-source.js');
  return openClientSource({ choice, sources, root: loaded ? cwd : root, onInput });
}

export interface HistorySettingsRequest extends Pick<
  SettingsRequest,
  'cwd' | 'process' | 'overrides' | 'config'
> {
  readonly onWarning?: (message: string) => void | Promise<void>;
}

/** Only the place of the history, for commands that send nothing. */
export async function loadHistorySettings(
  request: HistorySettingsRequest,
): Promise<Pick<RunSettings, 'root'> & ResolvedHistory> {
  const { cwd, overrides, process } = request;
  const { config, directory } = await readConfig(request);
  const sources = { overrides, config, cwd, directory, workspace: [] };
  const dotenv = await readDotenvFor(sources, config.history?.url);
  const root = directory ?? cwd;
  return { root, ...(await resolveHistory({ sources, process, dotenv, root })) };
}

export interface LoadedConfig {
  readonly config: Config;
  /** The directory of the file; undefined without one. */
  readonly directory: string | undefined;
  readonly warnings: readonly string[];
  /** The message of a problem with the value of a key, with its place in the file. */
  readonly problemAt?: (path: readonly string[], message: string) => string;
}

/** The YAML parser is loaded only when there is a config file. */
async function readConfig({
  config,
  cwd,
  paths = [],
  openConfig,
  onInput,
  signal,
}: Pick<
  SettingsRequest,
  'config' | 'cwd' | 'paths' | 'openConfig' | 'onInput' | 'signal'
>): Promise<LoadedConfig> {
  const found = await findConfig({ named: config, cwd, firstPath: paths[0] });
  if (found === undefined) return { config: {}, directory: undefined, warnings: [] };
  onInput?.(found.absolute);
  const { loadConfig } = await import('../../workspace/config/config-file.js');
  return loadConfig(found, signal, openConfig?.(found.absolute));
}

/** Reads the dotenv file of the settings when a text refers to variables. */
export async function readDotenvFor(sources: Sources, text: string | undefined): Promise<DotenvValues> {
  if (!text?.includes('${')) return new Map();
  return readDotenvFile(namedPath(sources, ({ envFile }) => envFile));
}

async function readDotenvFile(path: NamedPath | undefined, signal?: AbortSignal): Promise<DotenvValues> {
  if (path === undefined) return new Map();
  const { readDotenv } = await import('../../workspace/files/dotenv.js');
  return readDotenv(path, signal);
}

type Resolved = Pick<
  RunOptions,
  'dotenv' | 'environmentName' | 'environment' | 'environmentProblem' | 'headers' | 'proxy'
> & { readonly historySecrets: readonly string[] };

async function runOptions(
  request: SettingsRequest,
  sources: Sources,
  { historySecrets, ...resolved }: Resolved,
): Promise<RunOptions> {
  const { config, overrides } = sources;
  const operator = resolveOperatorValues(request);
  const commands = secretCommands(config, resolved.environmentName, sources.directory ?? sources.cwd);
  const plain = PLAIN_KEYS.map((key) => [key, overrides[key] ?? config[key] ?? CONFIG_KEYS[key].default]);
  return {
    ...DEFAULT_RUN_OPTIONS,
    ...request.fixed,
    ...resolved,
    ...(Object.fromEntries(plain) as Pick<RunOptions, (typeof PLAIN_KEYS)[number]>),
    operatorVariables: operator.variables,
    secretNames: [...new Set([...secretNames(config.secrets), ...operator.secretNames])],
    secretValues: [...operator.secretValues, ...historySecrets, ...(request.secretValues ?? [])],
    ...(commands && { secretCommands: commands }),
    retries: overrides.retries ?? config.retries ?? 0,
    traceparent: overrides.tracing?.traceparent ?? config.tracing?.traceparent ?? false,
    tls: await tlsOf(request, sources),
    selection: request.selection ?? SELECT_ALL,
  };
}

/** The settings that a run takes as they are. */
const PLAIN_KEYS = [
  'timeout',
  'connectTimeout',
  'retryDelay',
  'delay',
  'followRedirects',
  'maxRedirects',
  'validateSSL',
  'httpVersion',
  'maxBodyBytes',
  'cookies',
  'parallel',
  'concurrency',
  'bail',
] as const;

async function tlsOf({ process, signal }: SettingsRequest, sources: Sources): Promise<RunOptions['tls']> {
  const clientCert = namedPath(sources, ({ tls }) => tls?.clientCert);
  const clientKey = namedPath(sources, ({ tls }) => tls?.clientKey);
  if (clientKey !== undefined && clientCert === undefined) {
    const isFlag = sources.overrides.tls?.clientKey !== undefined;
    throw isFlag
      ? new ServiceError('usage', '--key (SVC_KEY) needs --cert (SVC_CERT)')
      : new ServiceError('input', 'tls.clientKey of the config file needs tls.clientCert');
  }
  const caCert = namedPath(sources, ({ tls }) => tls?.caCert);
  const passphrase = process['SVC_KEY_PASSPHRASE'] || undefined;
  return readTlsFiles({ caCert, clientCert, clientKey, passphrase, signal });
}
