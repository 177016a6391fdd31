import { setTimeout as sleep } from 'node:timers/promises';
import { HistoryUnavailable } from '../../history/store/history-unavailable.js';
import type { NewResults, StoredResultRequest } from '../../history/queries/newest-results.js';
import type { NamedResultsRequest, PageRequest } from '../../history/queries/persisted-run.js';
import { RecentHistory, type RecentEntry, type RecentResult } from '../runs/recent-history.js';
import type { StressPageRequest } from '../../history/queries/stress-run.js';
import type { StressRow } from '../../history/queries/stress-run.js';
import { openHistory, type HistoryStore } from '../../history/open-history.js';
import { ServiceError } from '../../errors.js';
import { resolvePathText } from '../../workspace/paths/path-text.js';
import { refusalError } from '../../workspace/paths/path-refusal.js';
import { resolveHistorySettings, type LoadedConfig } from '../settings/run-settings.js';
import type { ServiceOptions } from '../settings/service-options.js';

/**
 * The recent and the persistent history; methods that use the persistent one throw HistoryUnavailable while it
 * cannot be used.
 */
export interface HistoryAccess {
  /** Opens the persistent history at once, so that the operator sees a failure when the server starts; never throws. */
  open(): Promise<void>;
  /** False when the history is switched off, so that rows need not be created. */
  readonly isPersistent: boolean;
  /**
   * Adds an execution to both histories: `rows` comes from `toRunRowJson` and is transferred, `recent` comes from
   * `toRecentResults`. Returns the id of the persistent run, or 0 when it was not stored.
   */
  add(rows: string | Uint8Array | undefined, recent: readonly RecentResult[]): Promise<number>;
  /** Returns the oldest entry first. */
  recent(): readonly RecentEntry[];
  clearRecent(): void;
  /** Runs and results are lines of JSON, as clients get them. */
  runs(request: HistoryPage): Promise<Uint8Array>;
  run(id: string): Promise<Uint8Array>;
  removeRun(id: string): Promise<void>;
  removeRuns(scope: HistoryScope): Promise<void>;
  results(request: Omit<NamedResultsRequest, 'workspace'> & HistoryScope): Promise<Uint8Array>;
  /** Returns the newest results of the runs after the given one; undefined while the history cannot be used. */
  newResults(afterRunId: number, except: readonly number[]): Promise<NewResults | undefined>;
  /** Returns a line of JSON; undefined when there is no such result or the history cannot be used. */
  storedResult(request: Omit<StoredResultRequest, 'workspace'>): Promise<Uint8Array | undefined>;
  /** Returns the number of the load test, or 0 when it was not stored. */
  addStress(row: StressRow): Promise<number>;
  /** Load tests are lines of JSON, as clients get them. */
  stressRuns(request: StressRunsPage): Promise<Uint8Array>;
  stressRun(id: string, histogram?: boolean): Promise<Uint8Array>;
  removeStressRun(id: string): Promise<void>;
  removeStressRuns(scope: HistoryScope): Promise<void>;
  state(): Promise<'ok' | 'unavailable' | 'off'>;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

export interface HistoryScope {
  /** `current` restricts the runs to this workspace; left out, runs of all workspaces are included. */
  readonly workspace?: 'current' | undefined;
}

export type HistoryPage = Omit<PageRequest, 'workspace'> & HistoryScope;

export type StressRunsPage = Omit<StressPageRequest, 'workspace'> & HistoryScope;

export interface HistoryInput {
  readonly options: Pick<ServiceOptions, 'root' | 'history' | 'process' | 'log'>;
  /** The config at the start of the service; later changes take effect at the next start. */
  readonly config: Pick<LoadedConfig, 'config' | 'directory'>;
}

export function createHistoryAccess({ options, config }: HistoryInput): HistoryAccess {
  const { root } = options;
  const recent = new RecentHistory();
  const store = persistentStore(options, config);
  let lastState: 'ok' | 'unavailable' = 'ok';
  const note = (problem: string | undefined): typeof lastState =>
    (lastState = problem === undefined ? 'ok' : 'unavailable');
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
    newResults: (afterRunId, except) =>
      whenAvailable(store?.query('newResults', { workspace: root, afterRunId, except })),
    storedResult: (request) => whenAvailable(store?.query('storedResult', { ...request, workspace: root })),
    addStress: async (row) => store?.addStress(row) ?? 0,
    ...storedTests(persistent, within),
    state: async () => {
      if (store === undefined) return 'off';
      const asked = store.problem().then(note);
      const late = sleep(MAX_STATE_WAIT_MS, undefined, { ref: false });
      return (await Promise.race([asked, late])) ?? lastState;
    },
    close: async () => store?.close(),
  };
}

/** What clients do with stored load tests. */
function storedTests(
  persistent: () => HistoryStore,
  within: (scope: HistoryScope) => string | undefined,
): Pick<HistoryAccess, 'stressRuns' | 'stressRun' | 'removeStressRun' | 'removeStressRuns'> {
  return {
    stressRuns: async (page) => persistent().query('listStress', { ...page, workspace: within(page) }),
    stressRun: async (id, histogram = false) => {
      const number = stressNumber(id);
      return (await persistent().query('stressDetail', { id: number, histogram })) ?? unknownTest(id);
    },
    removeStressRun: async (id) => {
      const number = stressNumber(id);
      if (!(await persistent().query('removeStress', number))) unknownTest(id);
    },
    removeStressRuns: async (scope) => void (await persistent().query('removeAllStress', within(scope))),
  };
}

async function whenAvailable<T>(query: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof HistoryUnavailable) return undefined;
    throw error;
  }
}

/** A store that is busy for longer is reported with its last state. */
const MAX_STATE_WAIT_MS = 2000;

/** Returns undefined when the history is switched off. */
function persistentStore(
  { root, history, process, log }: HistoryInput['options'],
  { config, directory }: HistoryInput['config'],
): HistoryStore | undefined {
  const { enabled, path } = history;
  const overrides = {
    history: { ...(enabled !== undefined && { enabled }), ...(path !== undefined && { path }) },
  };
  const settings = resolveHistorySettings(
    { overrides, config, directory, cwd: root, workspace: [root] },
    process,
  );
  if (settings === undefined) return undefined;
  const { shown = settings.origin.shown } = history;
  const origin = { ...settings.origin, shown };
  return openHistory({ ...settings, origin, thread: 'worker', onWarning: (message) => log('warn', message) });
}

function runNumber(id: string): number {
  return numberOf(id, 'run');
}

function stressNumber(id: string): number {
  return numberOf(id, 'stress run');
}

/** An id that does not consist of digits cannot exist. */
function numberOf(id: string, what: string): number {
  if (!/^[0-9]{1,15}$/.test(id)) throw new ServiceError('usage', `${what} id must be a number: ${id}`);
  return Number(id);
}

function unknownRun(id: string): never {
  throw new ServiceError('not-found', `run not found: ${id}`);
}

function unknownTest(id: string): never {
  throw new ServiceError('not-found', `stress run not found: ${id}`);
}

/** Stored paths are normalised; the file itself may no longer exist. */
export function shownPath(sent: string, root: string): string {
  const resolved = resolvePathText(sent, { root });
  if (!resolved.ok) throw refusalError(resolved);
  return resolved.path;
}
