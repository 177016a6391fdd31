/** What the config of a folder gives to its files, where no process has an environment. */
import { findHints } from '../../operations/files/undefined-variable-hints.js';
import { secretCommands } from '../../operations/settings/secret-commands.js';
import { chooseEnvironment } from '../../operations/settings/choose-environment.js';
import type { Hint } from '../../request-file/check/undefined-variables.js';
import type { RunOptions } from '../../runner/plan/options.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { commandEntries, secretNames } from '../../workspace/config/secrets/secret-entries.js';
import { parseConfig } from '../../workspace/config/config-text.js';
import type { Config } from '../../workspace/config/config.js';
import { environmentKeyPlace } from '../../workspace/config/environment-place.js';
import { dotenvPlace } from '../../workspace/files/dotenv-lines.js';
import { parseDotenv } from '../../workspace/files/dotenv-text.js';
import { CONFIG_FILE_NAMES } from '../../workspace/paths/path-text.js';
import type { Analysed, ConfigFinding, Environments, FolderValues } from '../host/host.js';
import type { ClientFiles } from './client-files.js';

export class BrowserSettings {
  readonly #files: ClientFiles;

  constructor(files: ClientFiles) {
    this.#files = files;
  }

  /** The first of the names that there is a file of. */
  async configPath(): Promise<string | undefined> {
    for (const name of CONFIG_FILE_NAMES) if ((await this.#files.text(name)) !== undefined) return name;
    return undefined;
  }

  async environments(chosen: string | undefined): Promise<Environments> {
    const config = await this.#config();
    const { name, warnings } = chooseEnvironment(chosen, config);
    return { names: Object.keys(config.environments ?? {}), active: name, warnings };
  }

  async values(environment: string | undefined): Promise<FolderValues> {
    const config = await this.#config();
    const { name } = chooseEnvironment(environment, config);
    return {
      environment: name,
      variables: config.environments?.[name] ?? {},
      dotenvNames: Object.keys(await this.#dotenv(config)),
      secretNames: secretNames(config.secrets),
      commandSecrets: commandEntries(config.secrets, name).map((entry) => entry.name),
      hasProcessValue: () => false,
      hasOperatorValue: () => false,
      environmentPlace: await this.#environmentPlaces(name),
      dotenvPlace: await this.#dotenvPlaces(config),
    };
  }

  async #environmentPlaces(environment: string): Promise<FolderValues['environmentPlace']> {
    const path = await this.configPath();
    const text = path === undefined ? undefined : await this.#files.text(path);
    if (path === undefined || text === undefined) return () => undefined;
    return (name) => {
      const found = environmentKeyPlace(text, environment, name);
      return found && { path, ...found };
    };
  }

  async #dotenvPlaces({ envFile }: Config): Promise<FolderValues['dotenvPlace']> {
    const text = envFile === undefined ? undefined : await this.#files.text(envFile);
    if (envFile === undefined || text === undefined) return () => undefined;
    return (name) => {
      const found = dotenvPlace(text, name);
      return found && { path: envFile, ...found };
    };
  }

  async hints(
    analysed: Analysed,
    environment: string | undefined,
    access: Pick<FileAccess, 'loadFile' | 'readFile'>,
    directory: string,
  ): Promise<readonly Hint[]> {
    return findHints(analysed, async () => {
      const config = await this.#config();
      const { name } = chooseEnvironment(environment, config);
      const commands = secretCommands(config, name, '');
      const options: Pick<
        RunOptions,
        'environmentName' | 'environment' | 'dotenv' | 'operatorVariables' | 'secretCommands'
      > = {
        environmentName: name,
        environment: config.environments?.[name] ?? {},
        dotenv: await this.#dotenv(config),
        operatorVariables: {},
        ...(commands && { secretCommands: commands }),
      };
      // Hints look at nothing but these of the options of a run.
      return { options: options as RunOptions, process: {}, directory, access };
    });
  }

  /** A config with mistakes has findings of its own, and gives nothing. */
  async #config(): Promise<Config> {
    const path = await this.configPath();
    const text = path === undefined ? undefined : await this.#files.text(path);
    return (text === undefined ? undefined : parseConfig(text).config) ?? {};
  }

  async #dotenv({ envFile }: Config): Promise<Readonly<Record<string, string>>> {
    const text = envFile === undefined ? undefined : await this.#files.text(envFile);
    if (text === undefined) return {};
    try {
      return Object.fromEntries(parseDotenv(text, envFile ?? ''));
    } catch {
      // A run says what is wrong with it.
      return {};
    }
  }
}

/** The findings of a config file, in the order of its text. */
export function configFindings(text: string): readonly ConfigFinding[] {
  const { problems, warnings } = parseConfig(text);
  return [
    ...problems.map((problem) => ({ ...problem, severity: 'error' as const })),
    ...warnings.map((warning) => ({ ...warning, severity: 'warning' as const })),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
}
