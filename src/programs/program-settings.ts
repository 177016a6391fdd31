/** The settings of a program's run or mock server, with the precedence of the command line. */
import { statAt } from '../workspace/paths/file-version.js';
import { ServiceError } from '../errors.js';
import type { LoadedFiles } from '../operations/files/load-files.js';
import type { Definition } from '../operations/settings/operator-variables.js';
import type { LoadedConfig, SettingsRequest } from '../operations/settings/run-settings.js';
import { checkConfig, typedConfig } from '../workspace/config/config-check.js';
import type { Config } from '../workspace/config/config.js';
import { workspaceRoot } from '../workspace/config/config-search.js';
import { usageError } from './check-options.js';
import { programPlace } from './program-process.js';
import type { WorkspaceOptions } from './run-types.js';
import type { Settings } from './settings-type.js';

/** Where a program works, as the options say. */
export interface ProgramWorkspace {
  /** Absolute. */
  readonly cwd: string;
  /** All environment variables, for request files. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Without the variables of svc that are settings of the command line. */
  readonly settingsEnv: Readonly<Record<string, string | undefined>>;
  readonly config: string | false | undefined;
}

export function programWorkspace({ cwd: given, env: variables, config }: WorkspaceOptions): ProgramWorkspace {
  const { cwd: base, env } = programPlace({
    ...(given !== undefined && { cwd: given }),
    ...(variables !== undefined && { env: variables }),
  });
  if (!statAt(base)?.isDirectory())
    throw new ServiceError('input', `cwd ${given ?? base} is not a directory`);
  const settingsEnv = Object.fromEntries(Object.entries(env).filter(([name]) => !isForeignSetting(name)));
  return { cwd: base, env, settingsEnv, config };
}

/** What a person has signed in to is a credential and no setting. */
function isForeignSetting(name: string): boolean {
  return name.startsWith('SVC_') && !/^SVC_(?:VARIABLE|SECRET|OAUTH)_/.test(name);
}

/** Returns the root of the workspace that files are loaded in. */
export function findRoot({ cwd, config }: ProgramWorkspace, paths: readonly string[]): () => Promise<string> {
  if (config === false) return async () => cwd;
  return workspaceRoot({ named: config, cwd, firstPath: paths[0] });
}

export interface ProgramSettingsInput {
  readonly workspace: ProgramWorkspace;
  readonly paths: readonly string[];
  readonly options: WorkspaceOptions;
  readonly settings?: Settings | undefined;
  readonly loading: Promise<LoadedFiles>;
}

/** What runs and mock servers ask of `loadRunSettings`. */
export function settingsRequest({
  workspace: { cwd, settingsEnv, config },
  paths,
  options: { environment, envFile, variables, signal },
  settings = {},
  loading,
}: ProgramSettingsInput): SettingsRequest {
  const overrides = checkSettings(settings);
  return {
    cwd,
    paths,
    process: settingsEnv,
    overrides: {
      ...overrides,
      ...(environment !== undefined && { defaultEnvironment: environment }),
      ...(envFile !== undefined && { envFile }),
    },
    ...(config === false ? { loaded: NO_CONFIG } : { config }),
    variables: definitions(variables),
    client: {
      // What is wrong with the files is reported by whoever loads them.
      files: loading.then(
        ({ files }) => files,
        () => [],
      ),
      named: overrides.clientEnv,
    },
    ...(signal && { signal }),
  };
}

const NO_CONFIG: LoadedConfig = { config: {}, directory: undefined, warnings: [] };

export function definitions(values: Readonly<Record<string, string>> = {}): readonly Definition[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** Throws a ServiceError of the kind `usage` for a key or a value that `service.yaml` could not have. */
function checkSettings(settings: Settings): Config {
  const given = withoutUndefined(settings);
  const [first] = checkConfig(given);
  if (first === undefined) return typedConfig(given);
  throw usageError(`the option settings is wrong: ${first.message}`);
}

/** A key without a value counts as left out, at every depth. */
function withoutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutUndefined(item)]));
}
