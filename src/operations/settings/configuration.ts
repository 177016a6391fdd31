import { basename } from 'node:path';
import { ServiceError } from '../../errors.js';
import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import { editConfigFile } from '../../workspace/config/config-edit-file.js';
import { ConfigReader, type CurrentConfig } from '../../workspace/config/config-reader.js';
import { CONFIG_PARSER, type ConfigParser } from '../../workspace/config/config-parser.js';
import type { ServiceOptions } from './service-options.js';

/** The settings that clients see and change, in the order in which new keys are written; the file may contain more. */
const SETTINGS = [
  'defaultEnvironment',
  'timeout',
  'retries',
  'followRedirects',
  'validateSSL',
  'proxy',
  'headers',
  'parallel',
  'concurrency',
] as const;

export type Settings = Required<Pick<Config, (typeof SETTINGS)[number]>>;

/** The settings to change; null switches the retries off and removes their key. */
type SettingChanges = Partial<Omit<Settings, 'retries'> & { readonly retries: number | null }>;

/** The config file of the workspace. */
export interface Configuration {
  state(): Promise<'ok' | 'none' | 'invalid'>;
  /** Throws while the file is invalid. */
  current(): Promise<CurrentConfig>;
  /** Changes the file, which is created when absent; returns the new settings. */
  edit(change: (config: Config) => readonly ConfigEdit[]): Promise<Config>;
  /** Returns an empty object without a file. */
  settings(): Promise<Settings | Record<string, never>>;
  /** Changes only the supplied settings. */
  changeSettings(changes: SettingChanges): Promise<Settings | Record<string, never>>;
}

export function createConfiguration(
  { root, config: named, log }: Pick<ServiceOptions, 'root' | 'config' | 'log'>,
  parser: ConfigParser = CONFIG_PARSER,
): Configuration {
  const onWarning = (message: string): void => log('warn', message);
  const reader = new ConfigReader({ root, named, onWarning, parser });
  const edit: Configuration['edit'] = async (change) => {
    const target = await reader.target();
    return editConfigFile(target, change, basename(target.absolute), parser, root);
  };
  const settings: Configuration['settings'] = async () => {
    const { config, directory } = await reader.current();
    return directory === undefined ? {} : settingsOf(config);
  };
  return {
    state: () =>
      reader.current().then(
        ({ directory }) => (directory === undefined ? 'none' : 'ok'),
        () => 'invalid',
      ),
    current: () => reader.current(),
    edit,
    settings,
    changeSettings: async (changes) => {
      const edits = editsFor(changes);
      if (edits.some(({ value }) => value !== undefined)) return settingsOf(await edit(() => edits));
      // There may be no file, and removing a key does not create one.
      if (edits.length > 0) await edit(() => edits);
      return settings();
    },
  };
}

function settingsOf(config: Config): Settings {
  const values = SETTINGS.map((name) => [name, config[name] ?? CONFIG_KEYS[name].default]);
  return Object.fromEntries(values) as Settings;
}

function editsFor(changes: SettingChanges): ConfigEdit[] {
  for (const [name, value] of Object.entries(changes.headers ?? {})) checkHeader(name, value);
  return SETTINGS.flatMap((name) =>
    changes[name] === undefined ? [] : [{ path: [name], value: changes[name] ?? undefined }],
  );
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const ONE_LINE = /^[^\r\n\0]*$/;

function checkHeader(name: string, value: string): void {
  if (HEADER_NAME.test(name) && ONE_LINE.test(value)) return;
  throw new ServiceError('usage', 'headers must be a map of header names to one-line strings');
}
