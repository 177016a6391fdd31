import { setTimeout as sleep } from 'node:timers/promises';
import { HistoryUnavailable } from '../../history/history-unavailable.js';
import type { NamedResultsRequest, PageRequest } from '../../history/persisted.js';
import { RecentHistory, type RecentEntry, type RecentResult } from '../../history/recent.js';
import { openHistory, type HistoryStore } from '../../history/runs.js';
import { ServiceError } from '../../errors.js';
import { resolvePathText } from '../../workspace/paths/path-text.js';
import { refusalError } from '../../workspace/paths/path-refusal.js';
import { historySettings, type LoadedConfig } from '../settings/run-options.js';
import type { ServiceOptions } from '../settings/service-options.js';

/** Both histories; what reads or changes the persistent one throws HistoryUnavailable while it cannot be used. */
export interface HistoryAccess {
  /** Opens the persistent one, so that its operator hears at once when that fails; never throws. */
  open(): Promise<void>;
  /** False when it was switched off: then nobody needs the rows of a run. */
  readonly isPersistent: boolean;
  /**
   * Keeps an execution that has ended in both: `rows` are of `runRowJson` and are handed over, `recent` is of
   * `recentResults`. Gives the id of the persistent run, 0 when it was not stored.
   */
  add(rows: string | Uint8Array | undefined, recent: readonly RecentResult[]): Promise<number>;
  /** Oldest first. */
  recent(): readonly RecentEntry[];
  clearRecent(): void;
  /** Runs and results are lines of JSON, as clients get them. */
  runs(request: HistoryPage): Promise<Uint8Array>;
  run(id: string): Promise<Uint8Array>;
  removeRun(id: string): Promise<void>;
  removeRuns(scope: HistoryScope): Promise<void>;
  results(request: Omit<NamedResultsRequest, 'workspace'> & HistoryScope): Promise<Uint8Array>;
  state(): Promise<'ok' | 'unavailable' | 'off'>;
  /** When everything is written. */
  close(): Promise<void>;
}

export interface HistoryScope {
  /** Runs of this workspace only; those of all workspaces when left out. */
  readonly workspace?: 'current' | undefined;
}

export type HistoryPage = Omit<PageRequest, 'workspace'> & HistoryScope;

export interface HistoryInput {
  readonly options: Pick<ServiceOptions, 'root' | 'history' | 'process' | 'log'>;
  /** As it is when the service starts; later changes are for the next start. */
  readonly config: Pick<LoadedConfig, 'config' | 'directory'>;
}

export function createHistoryAccess({ options, config }: HistoryInput): HistoryAccess {
  const { root } = options;
  const recent = new RecentHistory();
  const store = persistentStore(options, config);
  let known: 'ok' | 'unavailable' = 'ok';
  const note = (problem: string | undefined): typeof known =>
    (known = problem === undefined ? 'ok' : 'unavailable');
  const persistent = (): HistoryStore => {
    if (store === undefined) throw new HistoryUnavailable('switched off by the operator');
    return store;
  };
  const within = ({ workspace }: HistoryScope): string | undefined =>
    workspace === 'current' ? root : undefined;

  return {
    open: async () => void (await store?.problem().then(note)),
    isPersistent: store !== undefined,
    add: async (rows, results) => {
      const runId = store && rows ? await store.add(rows) : 0;
      recent.add(results);
      return runId;
    },
    recent: () => recent.list(),
    clearRecent: () => recent.clear(),
    runs: async (page) => persistent().query('list', { ...page, workspace: within(page) }),
    run: async (id) => {
      const number = runNumber(id);
      return (await persistent().query('detail', number)) ?? unknownRun(id);
    },
    removeRun: async (id) => {
      const number = runNumber(id);
      if (!(await persistent().query('remove', number))) unknownRun(id);
    },
    removeRuns: async (scope) => void (await persistent().query('removeAll', within(scope))),
    results: async (page) => {
      const filePath = shownPath(page.filePath, root);
      return persistent().query('resultsByName', { ...page, filePath, workspace: within(page) });
    },
    state: async () => {
      if (store === undefined) return 'off';
      const asked = store.problem().then(note);
      const late = sleep(MOST_WAIT_MS, undefined, { ref: false });
      return (await Promise.race([asked, late])) ?? known;
    },
    close: async () => store?.close(),
  };
}

/** A store that is busy with a long run is as well as it was before. */
const MOST_WAIT_MS = 2000;

/** Undefined when it is switched off. */
function persistentStore(
  { root, history, process, log }: HistoryInput['options'],
  { config, directory }: HistoryInput['config'],
): HistoryStore | undefined {
  const { enabled, path } = history;
  const given = {
    history: { ...(enabled !== undefined && { enabled }), ...(path !== undefined && { path }) },
  };
  const settings = historySettings({ given, config, directory, cwd: root, workspace: [root] }, process);
  if (settings === undefined) return undefined;
  const { shown = settings.origin.shown } = history;
  const origin = { ...settings.origin, shown };
  return openHistory({ ...settings, origin, thread: 'worker', onWarning: (message) => log('warn', message) });
}

/** server.md 4.2: anything else than digits is no id at all. */
function runNumber(id: string): number {
  if (!/^[0-9]{1,15}$/.test(id)) throw new ServiceError('usage', `run id must be a number: ${id}`);
  return Number(id);
}

function unknownRun(id: string): never {
  throw new ServiceError('not-found', `run not found: ${id}`);
}

/** Stored paths are normalised ones; the file itself may be gone. */
function shownPath(sent: string, root: string): string {
  const judged = resolvePathText(sent, { root });
  if (!judged.ok) throw refusalError(judged);
  return judged.path;
}
