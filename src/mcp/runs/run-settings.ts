/** The settings of a run: those of the workspace, without anything that reaches beyond it. */
import {
  loadRunSettings,
  type RunSettings,
  type SettingsRequest,
} from '../../operations/settings/run-settings.js';
import type { RunOptions } from '../../runner/plan/options.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import { nameHint } from '../../web-fetch/rules/name-hint.js';
import { refusedCommand } from '../../web-fetch/saved-request.js';
import type { Config } from '../../workspace/config/config.js';
import type { RunPermission } from '../call/run-permission.js';
import { readConfig } from '../call/saved-call.js';
import type { McpSettings } from '../call/settings.js';
import { invalidArgument } from '../protocol/tool-failure.js';
import type { RunInput } from './run-input.js';

export interface SettingsPlace {
  /** The real folder that contains all files of the run: the nearest config from there up to the workspace is used. */
  readonly folder: string;
  /** The real folders of the files. */
  readonly directories: readonly string[];
}

/** Throws when the environment is not defined or not permitted. */
export async function readRunSettings(
  input: RunInput,
  place: SettingsPlace,
  settings: McpSettings,
  permission: RunPermission,
): Promise<RunSettings> {
  const { workspace, network } = settings;
  const { config, directory } = await readConfig(undefined, { directory: place.folder }, workspace);
  const loaded = await loadRunSettings({
    ...settingsRequest(input, config, permission),
    cwd: workspace,
    loaded: { config: withinReach(config), directory, warnings: [] },
    client: {
      files: Promise.resolve(place.directories.map((each) => ({ directory: each }))),
      readsPrivate: false,
    },
  });
  checkEnvironment(input.environment ?? config.defaultEnvironment, loaded, config, permission);
  const { options } = loaded;
  return {
    ...loaded,
    options: {
      ...options,
      ...reachOf(options, network),
      ...withoutCommands(options),
      keptBody: MAX_KEPT_CHARACTERS,
    },
  };
}

/** Says so instead of naming a flag that there is not. */
function withoutCommands({ secretCommands }: RunOptions): Pick<RunOptions, 'settledSecrets'> {
  if (secretCommands === undefined) return {};
  const refused = secretCommands.map(({ name }) => [name, { failure: refusedCommand(name) }] as const);
  return { settledSecrets: Object.fromEntries(refused) };
}

/** More than is kept in the end, so that secrets which cross that limit are found. */
const MAX_KEPT_CHARACTERS = (256 + 16) * 1024;

function settingsRequest(
  { environment, parallel, bail, dryRun, names, tags, excludeTags }: RunInput,
  config: Config,
  { dotenv }: RunPermission,
): Omit<SettingsRequest, 'cwd'> {
  const secretValues = [...dotenv].flatMap(([name, value]) => (SECRET_NAME.test(name) ? value : []));
  return {
    process: {},
    overrides: {
      history: { enabled: false },
      parallel: parallel || (config.parallel ?? false),
      bail: bail || (config.bail ?? false),
      ...(environment !== undefined && { defaultEnvironment: environment }),
    },
    dotenv,
    fixed: { mode: 'cli', ci: true, dryRun },
    selection: { names, tags, excludeTags, hidesOthers: true },
    secretValues,
  };
}

/** Values of the operator's file with such names are secret without being listed anywhere. */
const SECRET_NAME = /(?:token|secret|key|password|passwd|pwd|passphrase|credentials?)$/i;

/** Values come from the file of the operator alone, results go to the caller alone. */
function withinReach({ envFile: _file, history: _history, queue: _queue, ...config }: Config): Config {
  return config;
}

/** Under public-only, requests that need a proxy are refused one by one. */
function reachOf(
  { proxy, validateSSL }: RunOptions,
  network: McpSettings['network'],
): Pick<RunOptions, 'proxy' | 'validateSSL'> {
  if (network.policy === 'public-only') return { proxy, validateSSL: true };
  return { proxy: proxy.kind === 'fixed' ? proxy : (network.proxy ?? { kind: 'none' }), validateSSL };
}

function checkEnvironment(
  wanted: string | undefined,
  { client, options }: RunSettings,
  { environments = {} }: Config,
  permission: RunPermission,
): void {
  const defined = [...new Set([...Object.keys(environments), ...(client?.names.keys() ?? [])])];
  if (wanted !== undefined && !defined.includes(wanted))
    throw new FetchFailure('not_found', `environment ${wanted} is not defined`, {
      hint: nameHint(wanted, defined, 'no environment is defined'),
    });
  const chosen = options.environmentName;
  const permitted = permission.environments;
  if (permitted === undefined || permitted.includes(chosen)) return;
  throw invalidArgument(`environment ${chosen} is not permitted here; permitted: ${permitted.join(', ')}`);
}
