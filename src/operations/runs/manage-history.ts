/** What users do with the history itself: look at it, hand runs in, prepare its tables. */
import { ServiceError } from '../../errors.js';
import { openHistory, type HistoryStore } from '../../history/open-history.js';
import type { RunPage } from '../../history/queries/persisted-run.js';
import type { StoreFacts } from '../../history/queries/queries.js';
import type { StressRunPage } from '../../history/queries/stress-run.js';
import { HistoryUnavailable } from '../../history/store/history-unavailable.js';
import { serverName, type TeamSettings } from '../../history/team/team-settings.js';
import type { TeamStore } from '../../history/team/team-store.js';
import { historyWorkspace, type HistorySettings } from '../settings/history-settings.js';
import { loadHistorySettings, type HistorySettingsRequest } from '../settings/run-settings.js';

interface OpenedHistory {
  readonly history: HistorySettings;
  readonly workspace: string;
}

async function findHistory(request: HistorySettingsRequest): Promise<OpenedHistory> {
  const { history, root, warnings } = await loadHistorySettings(request);
  for (const warning of warnings) await request.onWarning?.(warning);
  if (history === undefined) throw new ServiceError('usage', 'the history is switched off');
  return { history, workspace: historyWorkspace(history, root) };
}

export interface HistoryStatus {
  readonly store: string;
  readonly workspace: string;
  /** Undefined when the store cannot be used. */
  readonly facts: StoreFacts | undefined;
  /** Why it cannot be used. */
  readonly problem: string | undefined;
  /** Undefined for the file of a machine, for which nothing is spooled. */
  readonly spooled: number | undefined;
}

export async function readHistoryStatus(request: HistorySettingsRequest): Promise<HistoryStatus> {
  const { history, workspace } = await findHistory(request);
  return useStore(history, async (store) => {
    const spooled = history.team === undefined ? undefined : await store.query('waiting');
    const found = { store: storeName(history), workspace, spooled };
    try {
      return { ...found, facts: await store.query('facts', workspace), problem: undefined };
    } catch (error) {
      if (!(error instanceof HistoryUnavailable)) throw error;
      return { ...found, facts: undefined, problem: error.message };
    }
  });
}

/** The newest runs or load tests of the workspace. */
export async function listHistory<K extends 'runs' | 'stress'>(
  request: HistorySettingsRequest,
  kind: K,
  limit: number,
): Promise<K extends 'runs' ? RunPage : StressRunPage> {
  const { history, workspace } = await findHistory(request);
  const page = { limit, workspace };
  const line = await useStore(history, (store) =>
    kind === 'runs' ? store.query('list', page) : store.query('listStress', page),
  );
  return JSON.parse(Buffer.from(line).toString('utf8')) as K extends 'runs' ? RunPage : StressRunPage;
}

export interface PushResult {
  readonly handedIn: number;
  readonly left: number;
  /** Why not all were handed in. */
  readonly problem: string | undefined;
}

/** Undefined when the history is the file of a machine, which needs no handing in. */
export async function pushHistory(request: HistorySettingsRequest): Promise<PushResult | undefined> {
  const { history } = await findHistory(request);
  if (history.team === undefined) return undefined;
  return useTeam(history, history.team, async (store) => {
    const { count, fault } = await store.handIn(MAX_PUSH_WAIT_MS);
    return { handedIn: count, left: await store.query('waiting'), problem: fault?.message };
  });
}

export interface MigrationRequest {
  /** Roles that may write, and roles that may read. */
  readonly grantWrite: readonly string[];
  readonly grantRead: readonly string[];
}

/** Returns the versions before and after; undefined when the history is the file of a machine. */
export async function migrateHistory(
  request: HistorySettingsRequest,
  { grantWrite, grantRead }: MigrationRequest,
): Promise<{ readonly from: number; readonly to: number } | undefined> {
  const { history } = await findHistory(request);
  const { team } = history;
  if (team === undefined) return undefined;
  const { migrateTeam } = await import('../../history/team/migrate-team.js');
  return migrateTeam(team, [
    ...grantWrite.map((role) => ({ role, kind: 'write' as const })),
    ...grantRead.map((role) => ({ role, kind: 'read' as const })),
  ]);
}

/** Another process may be handing in. */
const MAX_PUSH_WAIT_MS = 5000;

function storeName({ team, origin }: HistorySettings): string {
  if (team === undefined) return origin.shown;
  const { server, schema } = team;
  return `PostgreSQL ${serverName(server)}, database ${server.database}, schema ${schema}`;
}

async function useStore<T>(history: HistorySettings, work: (store: HistoryStore) => Promise<T>): Promise<T> {
  // Only reads, so nothing is warned of that is not an error too; and tables are for writers to make.
  const store = openHistory({ ...history, migrates: false, onWarning: () => undefined });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function useTeam<T>(
  { keepRuns, keepStress }: HistorySettings,
  team: TeamSettings,
  work: (store: TeamStore) => Promise<T>,
): Promise<T> {
  const { TeamStore } = await import('../../history/team/team-store.js');
  const options = { team, role: 'command', keepRuns, keepStress, retryDelayMs: 0 } as const;
  const store = new TeamStore(options, () => undefined);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
