/** The environment of a saved call: that of the config, and what public environment files of other clients add. */
import type { ClientValues } from '../../evaluation/variables/client-values.js';
import { chooseEnvironment } from '../../operations/settings/choose-environment.js';
import { toClientValues } from '../../operations/settings/client-source.js';
import { namedClientEnv } from '../../operations/settings/named-client-env.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import { nameHint } from '../../web-fetch/rules/name-hint.js';
import { ClientEnvError } from '../../workspace/client-env/client-env-file.js';
import { ClientEnvironments } from '../../workspace/client-env/client-environments.js';
import { resolveReferences, type ResolvedConfig } from '../../workspace/config/config-references.js';
import type { Config } from '../../workspace/config/config.js';
import { commandEntries } from '../../workspace/config/secrets/secret-entries.js';
import type { DotenvValues } from '../../workspace/files/dotenv.js';

export interface EnvironmentRequest {
  /** The environment that the caller names. */
  readonly named: string | undefined;
  readonly config: Config;
  /** The folder of the config; the workspace without one. */
  readonly configDirectory: string;
  readonly dotenv: DotenvValues;
  /** The folder of the request file. */
  readonly directory: string;
  /** The workspace. */
  readonly root: string;
}

export interface SavedEnvironment {
  readonly resolved: ResolvedConfig;
  /** All variables, those of the config before the others. */
  readonly variables: ResolvedConfig['variables'];
  readonly client: ClientValues | undefined;
  /** Secrets that programs print, which are never started for agents. */
  readonly commandSecrets: readonly string[];
}

/** Private files are left alone: the caller is not the one they belong to. */
export async function readEnvironment(request: EnvironmentRequest): Promise<SavedEnvironment> {
  const { named, config, configDirectory, dotenv, directory, root } = request;
  const environments = new ClientEnvironments({
    root,
    shownFrom: root,
    named: namedClientEnv({}, { config, cwd: root, directory: configDirectory, workspace: [root] }),
    isOff: false,
    readsPrivate: false,
  });
  const names = await environments.namesFor([directory]).catch(refuseFile);
  const wanted = named ?? config.defaultEnvironment;
  if (wanted !== undefined && !names.has(wanted) && !Object.hasOwn(config.environments ?? {}, wanted))
    throw new FetchFailure('not_found', `environment ${wanted} is not defined`, {
      hint: nameHint(
        wanted,
        [...Object.keys(config.environments ?? {}), ...names.keys()],
        'no environment is defined',
      ),
    });
  const { name } = chooseEnvironment(wanted, config, names);
  const resolved = resolveReferences(config, name, { process: {}, dotenv });
  const merged = await environments.environmentFor(directory, name);
  const client = toClientValues(merged, resolved.variables);
  return {
    resolved,
    variables: client?.environment ?? resolved.variables,
    client,
    commandSecrets: commandEntries(config.secrets, name).map((entry) => entry.name),
  };
}

function refuseFile(error: unknown): never {
  if (!(error instanceof ClientEnvError)) throw error;
  const { file, place, reason } = error;
  throw new FetchFailure('parse_error', `${file}:${place.line}:${place.column} ${reason}`);
}
