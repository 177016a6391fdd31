import type { RunOptions } from '../../runner/plan/options.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { openClientSource, withClientValues, type ClientChoice } from './client-source.js';
import { filesToRun } from './files-to-run.js';
import { loadRunSettings, type LoadedConfig, type RunSettings } from './run-settings.js';
import { CONFIG_KEYS } from '../../workspace/config/config.js';
import type { ServiceOptions, TracingOptions } from './service-options.js';

export type SettingsOptions = Pick<
  ServiceOptions,
  'root' | 'allowShell' | 'allowDb' | 'allowSecretCommands' | 'clientEnv' | 'process' | 'log' | 'tracing'
>;

type CurrentConfig = Pick<LoadedConfig, 'config' | 'directory'>;

/** Used only for a config that refers to no other files, and valid while that config is the current one. */
interface CachedSettings {
  readonly config: LoadedConfig['config'];
  readonly byEnvironment: Map<string, RunSettings>;
}

export interface FileSettings {
  readonly settings: RunSettings;
  readonly files: readonly RunnableFile[];
}

/** Nobody has named an environment; then the only one of another client is meant. */
function isFallback(environment: string, { defaultEnvironment }: LoadedConfig['config']): boolean {
  return defaultEnvironment === undefined && environment === CONFIG_KEYS.defaultEnvironment.default;
}

const MAX_CACHED_ENVIRONMENTS = 100;

/** The settings of executions, cached for the current config and each environment. */
export class ServerSettings {
  readonly #options: SettingsOptions;
  readonly #configuration: { current(): Promise<CurrentConfig> };
  #cached: CachedSettings | undefined;

  constructor(options: SettingsOptions, configuration: { current(): Promise<CurrentConfig> }) {
    this.#options = options;
    this.#configuration = configuration;
  }

  /** Throws while the config is invalid. */
  async of(environment: string): Promise<RunSettings> {
    const loaded = await this.#configuration.current();
    const { config } = loaded;
    if (config.envFile !== undefined || config.tls !== undefined) return this.#load(loaded, environment);
    if (this.#cached?.config !== config) this.#cached = { config, byEnvironment: new Map() };
    const { byEnvironment } = this.#cached;
    const cached = byEnvironment.get(environment);
    if (cached !== undefined) return cached;
    const settings = await this.#load(loaded, environment);
    if (byEnvironment.size >= MAX_CACHED_ENVIRONMENTS) byEnvironment.clear();
    byEnvironment.set(environment, settings);
    return settings;
  }

  /** The settings for these files, and the files as a run takes them; throws for files that no run takes. */
  async forRun(environment: string, files: readonly RunnableFile[]): Promise<FileSettings> {
    const settings = await this.#settingsFor(environment, files);
    return { settings, files: (await filesToRun(files, settings)).files };
  }

  /** The settings for these files, and the files with the values that environment files of other clients give them. */
  async forFiles(environment: string, files: readonly RunnableFile[]): Promise<FileSettings> {
    const settings = await this.#settingsFor(environment, files);
    return { settings, files: await withClientValues(files, settings) };
  }

  async #settingsFor(environment: string, files: readonly RunnableFile[]): Promise<RunSettings> {
    const client = { ...this.#options.clientEnv, files: Promise.resolve(files) };
    const loaded = await this.#configuration.current();
    const { root } = this.#options;
    const { config, directory } = loaded;
    const sources = { overrides: {}, config, cwd: root, directory, workspace: [root] };
    const source = await openClientSource({ choice: client, sources, root });
    if (source.names.size === 0) return { ...(await this.of(environment)), client: source };
    return this.#load(loaded, environment, client);
  }

  async #load(
    { config, directory }: CurrentConfig,
    environment: string,
    client?: ClientChoice,
  ): Promise<RunSettings> {
    const { root, process, allowShell, allowDb, allowSecretCommands = false, log, tracing } = this.#options;
    const traceparent = tracing?.traceparent;
    const settings = await loadRunSettings({
      cwd: root,
      process,
      overrides: {
        ...(!isFallback(environment, config) && { defaultEnvironment: environment }),
        ...(traceparent !== undefined && { tracing: { traceparent } }),
      },
      ...(client && { client }),
      // The warnings of the config were reported when it was read.
      loaded: { config, directory, warnings: [] },
      fixed: { mode: 'server', allowShell, allowDb, allowSecretCommands },
    });
    for (const warning of settings.warnings) log('debug', warning);
    // A config file elsewhere does not move the workspace, and the server stores the history itself.
    return { ...settings, options: withSecrets(settings.options, tracing), root, history: undefined };
  }
}

/** Request files can name any variable of the process, so what the collector is sent is masked like other secrets. */
function withSecrets(options: RunOptions, tracing: TracingOptions | undefined): RunOptions {
  const secrets = tracing?.otlp?.secrets ?? [];
  return secrets.length === 0 ? options : { ...options, secretValues: [...options.secretValues, ...secrets] };
}
