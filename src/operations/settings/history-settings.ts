/** Which history is used, and where it is. */
import { join } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { StoreOrigin } from '../../history/store/store-location.js';
import type { TeamSettings } from '../../history/team/team-settings.js';
import type { Config } from '../../workspace/config/config.js';
import {
  namedPath,
  userFolder,
  type ChosenUrl,
  type HistoryRequest,
  type Sources,
} from './setting-sources.js';

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

/** The workspace as runs of this history have it. */
export function historyWorkspace(history: Pick<HistorySettings, 'team'>, root: string): string {
  return history.team?.workspace ?? root;
}
