import { basename } from 'node:path';
import { ServiceError } from '../../errors.js';
import { CONFIG_KEYS, type Config } from '../../workspace/config/config.js';
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import { editConfigFile } from '../../workspace/config/config-edit-file.js';
import { ConfigReader, type CurrentConfig } from '../../workspace/config/config-reader.js';
import { CONFIG_PARSER, type ConfigParser } from '../../workspace/config/config-parser.js';
import type { ServiceOptions } from './service-options.js';

/** The settings that clients see and change; the file holds more. */
export interface Settings {
  readonly defaultEnvironment: string;
  readonly timeout: number;
  readonly retries: number;
  readonly followRedirects: boolean;
  readonly validateSSL: boolean;
  readonly proxy: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parallel: boolean;
  readonly concurrency: number;
}

/** The config file of the workspace; see server.md 8. */
export interface Configuration {
  state(): Promise<'ok' | 'none' | 'invalid'>;
  /** Throws row C1 while the file is not valid. */
  current(): Promise<CurrentConfig>;
  /** Changes the file, which is made when absent; gives the settings afterwards. */
  edit(change: (config: Config) => readonly ConfigEdit[]): Promise<Config>;
  /** Empty without a file. */
  settings(): Promise<Settings | Record<string, never>>;
  /** Only what is supplied changes. */
  changeSettings(changes: Partial<Settings>): Promise<Settings | Record<string, never>>;
}

export function createConfiguration(
  { root, config: named, log }: Pick<ServiceOptions, 'root' | 'config' | 'log'>,
  reading: ConfigParser = CONFIG_PARSER,
): Configuration {
  const onWarning = (message: string): void => log('warn', message);
  const reader = new ConfigReader({ root, named, onWarning, reading });
  const edit: Configuration['edit'] = async (change) => {
    const target = await reader.target();
    return editConfigFile(target, change, basename(target.absolute), reading, root);
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
      return edits.length === 0 ? settings() : settingsOf(await edit(() => edits));
    },
  };
}

/** In the order in which new keys are written. */
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
] as const satisfies readonly (keyof Settings)[];

function settingsOf(config: Config): Settings {
  return {
    defaultEnvironment: config.defaultEnvironment ?? CONFIG_KEYS.defaultEnvironment.default,
    timeout: config.timeout ?? CONFIG_KEYS.timeout.default,
    retries: config.retries ?? 0,
    followRedirects: config.followRedirects ?? CONFIG_KEYS.followRedirects.default,
    validateSSL: config.validateSSL ?? CONFIG_KEYS.validateSSL.default,
    proxy: config.proxy ?? CONFIG_KEYS.proxy.default,
    headers: config.headers ?? {},
    parallel: config.parallel ?? CONFIG_KEYS.parallel.default,
    concurrency: config.concurrency ?? CONFIG_KEYS.concurrency.default,
  };
}

function editsFor(changes: Partial<Settings>): ConfigEdit[] {
  for (const [name, value] of Object.entries(changes.headers ?? {})) checkHeader(name, value);
  return SETTINGS.flatMap((name) =>
    changes[name] === undefined ? [] : [{ path: [name], value: changes[name] }],
  );
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const ONE_LINE = /^[^\r\n\0]*$/;

function checkHeader(name: string, value: string): void {
  if (HEADER_NAME.test(name) && ONE_LINE.test(value)) return;
  throw new ServiceError('usage', 'headers must be a map of header names to one-line strings');
}
