/** What the config of a folder and the process give to its files. */
import { dirname, join, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { findHints } from '../../operations/files/undefined-variable-hints.js';
import { chooseEnvironment } from '../../operations/settings/choose-environment.js';
import { openClientSource } from '../../operations/settings/client-source.js';
import { createConfiguration, type Configuration } from '../../operations/settings/configuration.js';
import { ServerSettings } from '../../operations/settings/server-settings.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { Hint } from '../../request-file/check/undefined-variables.js';
import { commandEntries, secretNames } from '../../workspace/config/secrets/secret-entries.js';
import type { Config } from '../../workspace/config/config.js';
import { findConfigIn } from '../../workspace/config/config-search.js';
import { dotenvPlace } from '../../workspace/files/dotenv-lines.js';
import type { Analysed, Environments, FolderValues } from '../host/host.js';

export interface FolderSettingsOptions {
  readonly root: string;
  readonly config: string | undefined;
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly readText: (path: string) => Promise<string | undefined>;
  /** For dependencies in other files. */
  readonly loadFile: FileAccess['loadFile'];
}

/** The path of the config in use; undefined if there is none in the folder. */
export function configPathIn({
  root,
  config,
}: Pick<FolderSettingsOptions, 'root' | 'config'>): string | undefined {
  const absolute = config ?? findConfigIn(root, root)?.absolute;
  const prefix = resolve(root, 'x').slice(0, -1);
  return absolute?.startsWith(prefix) ? absolute.slice(prefix.length).replaceAll(sep, '/') : undefined;
}

export class FolderSettings {
  readonly #options: FolderSettingsOptions;
  readonly #configuration: Configuration;
  readonly #settings: ServerSettings;

  constructor(options: FolderSettingsOptions) {
    const { root, config, process } = options;
    this.#options = options;
    // What is wrong with the config is shown where it stands.
    const log = (): void => undefined;
    this.#configuration = createConfiguration({ root, config, log });
    this.#settings = new ServerSettings(
      { root, process, log, allowShell: false, allowDb: false },
      this.#configuration,
    );
  }

  /** Names without a value, for a request file of the folder. */
  hints(analysed: Analysed, environment: string | undefined): Promise<readonly Hint[]> {
    return findHints(analysed, async () => {
      const { root, process } = this.#options;
      const directory = dirname(join(root, analysed.path));
      const runnable = { file: analysed.file, shown: analysed.path, directory };
      const name = await this.#nameOf(environment);
      const { settings, files } = await this.#settings.forFiles(name, [runnable]);
      const { readFile } = workspaceFileAccess({ root, shownFrom: root });
      const access = { readFile, loadFile: this.#options.loadFile };
      return { options: settings.options, client: files[0]?.client, process, directory, access };
    });
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
      secretNames: options?.secretNames ?? secretNames(config.secrets),
      commandSecrets: commandEntries(config.secrets, name).map((entry) => entry.name),
      hasProcessValue: (variable) => Object.hasOwn(process, variable),
      hasOperatorValue: (variable) => Object.hasOwn(options?.operatorVariables ?? {}, variable),
      environmentPlace: await this.#environmentPlaces(name),
      dotenvPlace: await this.#dotenvPlaces(config),
    };
  }

  /** Only a config inside of the folder can be shown. */
  async #environmentPlaces(environment: string): Promise<FolderValues['environmentPlace']> {
    const path = configPathIn(this.#options);
    const text = path === undefined ? undefined : await this.#options.readText(path);
    if (path === undefined || text === undefined) return () => undefined;
    // The YAML parser is loaded only when there is a config file.
    const { environmentKeyPlace } = await import('../../workspace/config/environment-place.js');
    return (name) => {
      const found = environmentKeyPlace(text, environment, name);
      return found && { path, ...found };
    };
  }

  async #dotenvPlaces({ envFile }: Config): Promise<FolderValues['dotenvPlace']> {
    const text = envFile === undefined ? undefined : await this.#options.readText(envFile);
    if (envFile === undefined || text === undefined) return () => undefined;
    return (name) => {
      const found = dotenvPlace(text, name);
      return found && { path: envFile, ...found };
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
