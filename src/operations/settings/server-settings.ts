import { loadRunSettings, type LoadedConfig, type RunSettings } from './run-options.js';
import type { ServiceOptions } from './service-options.js';

export type SettingsOptions = Pick<ServiceOptions, 'root' | 'allowShell' | 'allowDb' | 'process' | 'log'>;

type ConfigInUse = Pick<LoadedConfig, 'config' | 'directory'>;

/** Made for a config that says nothing about other files; valid as long as it is the config in use. */
interface Kept {
  readonly config: LoadedConfig['config'];
  readonly byEnvironment: Map<string, RunSettings>;
}

const MOST_KEPT = 100;

/** The settings of executions, made once for each version of the config and each environment. */
export class ServerSettings {
  readonly #options: SettingsOptions;
  #kept: Kept | undefined;

  constructor(options: SettingsOptions) {
    this.#options = options;
  }

  async of(loaded: ConfigInUse, environment: string): Promise<RunSettings> {
    const { config } = loaded;
    if (config.envFile !== undefined || config.tls !== undefined) return this.#load(loaded, environment);
    if (this.#kept?.config !== config) this.#kept = { config, byEnvironment: new Map() };
    const { byEnvironment } = this.#kept;
    const known = byEnvironment.get(environment);
    if (known !== undefined) return known;
    const settings = await this.#load(loaded, environment);
    if (byEnvironment.size >= MOST_KEPT) byEnvironment.clear();
    byEnvironment.set(environment, settings);
    return settings;
  }

  async #load({ config, directory }: ConfigInUse, environment: string): Promise<RunSettings> {
    const { root, process, allowShell, allowDb, log } = this.#options;
    const settings = await loadRunSettings({
      cwd: root,
      process,
      given: { defaultEnvironment: environment },
      // Whoever read the config has told its warnings.
      loaded: { config, directory, warnings: [] },
      fixed: { mode: 'server', allowShell, allowDb },
    });
    for (const warning of settings.warnings) log('debug', warning);
    // A config elsewhere does not move the workspace; the history is the server's, not the run's.
    return { ...settings, root, history: undefined };
  }
}
