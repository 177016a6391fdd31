/** Settings of a program that no flag sets. They are joined with those of the config file, which give way. */
import type { Config } from '../../workspace/config/config.js';

/** The rest of the settings is looked up key by key, the overrides first. */
export function withFurtherSettings(config: Config, overrides: Config): Config {
  const { headers, environments, secrets, history, workspace, verbose } = overrides;
  const { path: _path, enabled: _enabled, ...kept } = history ?? {};
  const further = {
    ...(headers && { headers: joinHeaders(config.headers, headers) }),
    ...(environments && { environments: joinEnvironments(config.environments, environments) }),
    ...(secrets && { secrets: joinSecrets(config.secrets, secrets) }),
    ...(Object.keys(kept).length > 0 && { history: { ...config.history, ...kept } }),
    ...(workspace !== undefined && { workspace }),
    ...(verbose !== undefined && { verbose }),
  };
  return Object.keys(further).length === 0 ? config : { ...config, ...further };
}

/** Names of headers are compared without case. */
function joinHeaders(
  weaker: Config['headers'] = {},
  stronger: NonNullable<Config['headers']>,
): NonNullable<Config['headers']> {
  const names = new Set(Object.keys(stronger).map((name) => name.toLowerCase()));
  const kept = Object.entries(weaker).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...stronger };
}

function joinEnvironments(
  weaker: Config['environments'] = {},
  stronger: NonNullable<Config['environments']>,
): NonNullable<Config['environments']> {
  const joined: Record<string, Readonly<Record<string, unknown>>> = { ...weaker };
  for (const [name, variables] of Object.entries(stronger))
    joined[name] = { ...(Object.hasOwn(weaker, name) ? weaker[name] : {}), ...variables };
  return joined;
}

/** A value has one source. */
function joinSecrets(
  weaker: Config['secrets'] = [],
  stronger: NonNullable<Config['secrets']>,
): NonNullable<Config['secrets']> {
  const names = new Set(stronger.map(nameOf));
  return [...weaker.filter((entry) => !names.has(nameOf(entry))), ...stronger];
}

function nameOf(entry: NonNullable<Config['secrets']>[number]): string {
  return typeof entry === 'string' ? entry : entry.name;
}
