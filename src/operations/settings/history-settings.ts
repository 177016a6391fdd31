/** Which history is used, and where it is. */
import { isAbsolute, join, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { StoreOrigin } from '../../history/store/store-location.js';
import type { TeamSettings } from '../../history/team/team-settings.js';
import type { Config } from '../../workspace/config/config.js';
import type { DotenvValues } from '../../workspace/files/dotenv.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';

/** Settings by their origin; those of flags and variables have the shape of the config file. */
export interface Sources {
  readonly overrides: Config;
  readonly config: Config;
  readonly cwd: string;
  /** The directory of the config file; undefined without one. */
  readonly directory: string | undefined;
  /** Further directories that may contain files named by the config file. */
  readonly workspace: readonly string[];
}

export interface HistorySettings {
  /** The file on this machine, which is not used when there is a team history. */
  readonly path: string;
  readonly origin: StoreOrigin;
  readonly keepRuns: number;
  readonly keepStress: number | undefined;
  readonly team?: TeamSettings;
}

export interface ResolvedHistory {
  /** Undefined when the history is switched off or there is no home directory for it. */
  readonly history: HistorySettings | undefined;
  readonly warnings: readonly string[];
  /** Passwords that must not appear anywhere. */
  readonly secrets: readonly string[];
}

export interface HistoryRequest {
  readonly sources: Sources;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly dotenv: DotenvValues;
  /** The directory of the workspace. */
  readonly root: string;
  /** The path of the flag or variable as it was written. */
  readonly shownPath?: string | undefined;
}

/** `--no-history`, then `--history-db`, then the variables, then the config, in which a URL precedes a path. */
export async function resolveHistory(request: HistoryRequest): Promise<ResolvedHistory> {
  const { sources, process } = request;
  const { overrides, config } = sources;
  const isOff = !(overrides.history?.enabled ?? config.history?.enabled ?? true);
  const local = localHistory(sources, process);
  const url = isOff ? undefined : chooseUrl(request);
  if (url === undefined) return { history: isOff ? undefined : local, warnings: [], secrets: [] };
  const { resolveTeam } = await import('./team-history.js');
  const { team, warnings, secrets } = resolveTeam(url, request);
  if (team === undefined) return { history: local, warnings, secrets };
  const place = local ?? { path: '', origin: { namedBy: 'default', shown: '', within: [] }, ...kept(config) };
  return { history: { ...place, team }, warnings, secrets };
}

export interface ChosenUrl {
  readonly text: string;
  readonly namedBy: 'variable' | 'config';
}

function chooseUrl({ sources, process, shownPath }: HistoryRequest): ChosenUrl | undefined {
  const named = sources.overrides.history?.path;
  const [file, url] = [process['SVC_HISTORY_DB'] || undefined, process['SVC_HISTORY_URL'] || undefined];
  if (named !== undefined && (shownPath ?? named) !== file) return undefined;
  if (file !== undefined && url !== undefined && named !== undefined) {
    throw new ServiceError('usage', 'SVC_HISTORY_DB and SVC_HISTORY_URL exclude each other; set one of them');
  }
  if (named !== undefined) return undefined;
  if (url !== undefined) return { text: url, namedBy: 'variable' };
  const configured = sources.config.history?.url;
  return configured === undefined ? undefined : { text: configured, namedBy: 'config' };
}

/** The SQLite file. */
function localHistory(sources: Sources, process: HistoryRequest['process']): HistorySettings | undefined {
  const own = userFolder(process);
  const named = namedPath(sources, ({ history }) => history?.path);
  const keep = kept(sources.config);
  if (named !== undefined) {
    const { absolute: path, shown, within: inside } = named;
    const namedBy = inside === undefined ? 'operator' : 'config';
    const within = [...(inside ?? []), ...(own === undefined ? [] : [own])];
    return { path, origin: { namedBy, shown, within }, ...keep };
  }
  if (own === undefined) return undefined;
  const origin = { namedBy: 'default', shown: '~/.svc/history.db', within: [] } as const;
  return { path: join(own, 'history.db'), origin, ...keep };
}

function kept({ history }: Config): Pick<HistorySettings, 'keepRuns' | 'keepStress'> {
  return { keepRuns: history?.keepRuns ?? 10_000, keepStress: history?.keepStress };
}

/** The folder of svc in the home directory. */
export function userFolder(process: HistoryRequest['process']): string | undefined {
  const home = process['HOME'] || process['USERPROFILE'] || '';
  return isAbsolute(home) ? join(home, '.svc') : undefined;
}

/** The workspace as runs of this history have it. */
export function historyWorkspace(history: Pick<HistorySettings, 'team'>, root: string): string {
  return history.team?.workspace ?? root;
}

/**
 * Paths in flags are relative to the current directory; paths in the config file are relative to that file and
 * must stay inside its directory.
 */
export function namedPath(
  { overrides, config, cwd, directory = cwd, workspace }: Sources,
  pick: (settings: Config) => string | undefined,
): NamedPath | undefined {
  const flag = pick(overrides);
  if (flag !== undefined) return { absolute: resolve(cwd, flag), shown: flag };
  const written = pick(config);
  if (written === undefined) return undefined;
  return { absolute: resolve(directory, written), shown: written, within: [directory, ...workspace] };
}
