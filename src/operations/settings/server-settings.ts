import { loadRunSettings, type LoadedConfig, type RunSettings } from './run-settings.js';
import type { ServiceOptions } from './service-options.js';

export type SettingsOptions = Pick<ServiceOptions, 'root' | 'allowShell' | 'allowDb' | 'process' | 'log'>;

type CurrentConfig = Pick<LoadedConfig, 'config' | 'directory'>;

/** Used only for a config that refers to no other files, and valid while that config is the current one. */
interface CachedSettings {
  readonly config: LoadedConfig['config'];
  readonly byEnvironment: Map<string, RunSettings>;
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

  async #load({ config, directory }: CurrentConfig, environment: string): Promise<RunSettings> {
    const { root, process, allowShell, allowDb, log } = this.#options;
    const settings = await loadRunSettings({
      cwd: root,
      process,
      overrides: { defaultEnvironment: environment },
      // The warnings of the config were reported when it was read.
      loaded: { config, directory, warnings: [] },
      fixed: { mode: 'server', allowShell, allowDb },
    });
    for (const warning of settings.warnings) log('debug', warning);
    // A config file elsewhere does not move the workspace, and the server stores the history itself.
    return { ...settings, root, history: undefined };
  }
}
