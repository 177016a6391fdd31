/** What the config of a folder and the process give to its files. */
import { dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { findHints } from '../../operations/files/undefined-variable-hints.js';
import { chooseEnvironment } from '../../operations/settings/choose-environment.js';
import { openClientSource } from '../../operations/settings/client-source.js';
import { createConfiguration, type Configuration } from '../../operations/settings/configuration.js';
import { ServerSettings } from '../../operations/settings/server-settings.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { Hint } from '../../request-file/check/undefined-variables.js';
import type { Config } from '../../workspace/config/config.js';
import type { Analysed, Environments, FolderValues } from '../host/host.js';

export interface FolderSettingsOptions {
  readonly root: string;
  readonly config: string | undefined;
  readonly process: Readonly<Record<string, string | undefined>>;
}

export class FolderSettings {
  readonly #options: FolderSettingsOptions;
  readonly #configuration: Configuration;
  readonly #settings: ServerSettings;

  constructor({ root, config, process }: FolderSettingsOptions) {
    this.#options = { root, config, process };
    // What is wrong with the config is shown where it stands.
    const log = (): void => undefined;
    this.#configuration = createConfiguration({ root, config, log });
    this.#settings = new ServerSettings(
      { root, process, log, allowShell: false, allowDb: false },
      this.#configuration,
    );
  }

  /** Names without a value, for a request file of the folder. */
  async hints(analysed: Analysed, environment: string | undefined): Promise<readonly Hint[]> {
    if (analysed.placeholders.length === 0) return [];
    const { root, process } = this.#options;
    const directory = dirname(join(root, analysed.path));
    const runnable = { file: analysed.file, shown: analysed.path, directory };
    const name = await this.#nameOf(environment);
    const { settings, files } = await this.#settings.forFiles(name, [runnable]);
    const access = workspaceFileAccess({ root, shownFrom: root });
    const { options } = settings;
    return findHints(analysed, { options, client: files[0]?.client, process, directory, access });
  }

  /** While the config cannot be read, no environment is defined. */
  async environments(chosen: string | undefined): Promise<Environments> {
    const { config, directory } = await this.#current();
    const ofClients = await this.#clientNames(config, directory);
    const { name, warnings } = chooseEnvironment(chosen, config, ofClients);
    const names = [...new Set([...Object.keys(config.environments ?? {}), ...ofClients.keys()])];
    return { names, active: name, warnings };
  }

  async values(environment: string | undefined): Promise<FolderValues> {
    const { process } = this.#options;
    const { config } = await this.#current();
    const name = await this.#nameOf(environment);
    const options = await this.#settings.of(name).then(
      (settings) => settings.options,
      () => undefined,
    );
    return {
      environment: name,
      variables: config.environments?.[name] ?? {},
      dotenvNames: Object.keys(options?.dotenv ?? {}),
      dotenvPath: config.envFile,
      secretNames: options?.secretNames ?? config.secrets ?? [],
      hasProcessValue: (variable) =>
        Object.hasOwn(process, variable) || Object.hasOwn(options?.operatorVariables ?? {}, variable),
    };
  }

  async #nameOf(environment: string | undefined): Promise<string> {
    if (environment !== undefined) return environment;
    return (await this.environments(undefined)).active;
  }

  async #current(): Promise<{ readonly config: Config; readonly directory: string | undefined }> {
    try {
      return await this.#configuration.current();
    } catch (error) {
      if (error instanceof ServiceError) return { config: {}, directory: undefined };
      throw error;
    }
  }

  async #clientNames(config: Config, directory: string | undefined): Promise<ReadonlyMap<string, string>> {
    const { root } = this.#options;
    const sources = { overrides: {}, config, cwd: root, directory, workspace: [root] };
    const choice = { files: Promise.resolve([{ directory: root }]), readsPrivate: false };
    try {
      return (await openClientSource({ choice, sources, root })).names;
    } catch (error) {
      if (error instanceof ServiceError) return new Map();
      throw error;
    }
  }
}
