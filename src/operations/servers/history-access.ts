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
import { historyWorkspace, resolveHistory, type HistorySettings } from '../settings/history-settings.js';
import { readDotenvFor, type LoadedConfig } from '../settings/run-settings.js';
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
  /** Where the persistent history is, for work that reads much of it; undefined when it is switched off. */
  readonly settings: HistorySettings | undefined;
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
  run(id: string, scope?: HistoryScope): Promise<Uint8Array>;
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
  stressRun(id: string, options?: HistoryScope & { readonly histogram?: boolean }): Promise<Uint8Array>;
  removeStressRun(id: string): Promise<void>;
  removeStressRuns(scope: HistoryScope): Promise<void>;
  state(): Promise<'ok' | 'unavailable' | 'off'>;
  /** How many runs wait for the history of a team; undefined without one. */
  waiting(): Promise<number | undefined>;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

export interface HistoryScope {
  /**
   * `current` restricts the runs to this workspace, `all` includes those of all. Left out, it is `all` for the file
   * of a machine and `current` for the history of a team.
   */
  readonly workspace?: 'current' | 'all' | undefined;
}

export type HistoryPage = Omit<PageRequest, 'workspace'> & HistoryScope;

export type StressRunsPage = Omit<StressPageRequest, 'workspace'> & HistoryScope;

export interface HistoryInput {
  readonly options: Pick<ServiceOptions, 'root' | 'history' | 'process' | 'log'>;
  /** The config at the start of the service; later changes take effect at the next start. */
  readonly config: Pick<LoadedConfig, 'config' | 'directory'>;
}

export async function createHistoryAccess({ options, config }: HistoryInput): Promise<HistoryAccess> {
  const recent = new RecentHistory();
  const opened = await openPersistent(options, config);
  const { store } = opened;
  let lastState: 'ok' | 'unavailable' = 'ok';
  const note = (problem: string | undefined): typeof lastState =>
    (lastState = problem === undefined ? 'ok' : 'unavailable');
  const persistent = (): HistoryStore => {
    if (store === undefined) throw new HistoryUnavailable('switched off by the operator');
    return store;
  };
  const { workspace: own, isTeam } = opened;
  const within = ({ workspace = isTeam ? 'current' : 'all' }: HistoryScope): string | undefined =>
    workspace === 'current' ? own : undefined;

  return {
    open: async () => void (await store?.problem().then(note)),
    isPersistent: store !== undefined,
    settings: opened.settings,
    add: async (rows, results) => {
      const runId = store && rows ? await store.add(rows) : 0;
      recent.add(results);
      return runId;
    },
    recent: () => recent.list(),
    clearRecent: () => recent.clear(),
    newResults: (afterRunId, except) =>
      whenAvailable(store?.query('newResults', { workspace: own, afterRunId, except })),
    storedResult: (request) => whenAvailable(store?.query('storedResult', { ...request, workspace: own })),
    addStress: async (row) => store?.addStress(row) ?? 0,
    ...storedRuns(persistent, within, options.root),
    ...storedTests(persistent, within),
    waiting: async () => (isTeam ? store?.query('waiting') : undefined),
    state: async () => {
      if (store === undefined) return 'off';
      const asked = store.problem().then(note);
      const late = sleep(MAX_STATE_WAIT_MS, undefined, { ref: false });
      return (await Promise.race([asked, late])) ?? lastState;
    },
    close: async () => store?.close(),
  };
}

/** Returns the workspace in which a call looks; undefined for all. */
type Within = (scope: HistoryScope) => string | undefined;

/** What clients do with stored runs. */
function storedRuns(
  persistent: () => HistoryStore,
  within: Within,
  root: string,
): Pick<HistoryAccess, 'runs' | 'run' | 'removeRun' | 'removeRuns' | 'results'> {
  return {
    runs: async (page) => persistent().query('list', { ...page, workspace: within(page) }),
    run: async (id, scope = {}) => {
      const number = runNumber(id);
      return (await persistent().query('detail', number, within(scope))) ?? unknownRun(id);
    },
    removeRun: async (id) => {
      const number = runNumber(id);
      if (!(await persistent().query('remove', number, within({})))) unknownRun(id);
    },
    removeRuns: async (scope) => void (await persistent().query('removeAll', within(scope))),
    results: async (page) => {
      const filePath = shownPath(page.filePath, root);
      return persistent().query('resultsByName', { ...page, filePath, workspace: within(page) });
    },
  };
}

/** What clients do with stored load tests. */
function storedTests(
  persistent: () => HistoryStore,
  within: Within,
): Pick<HistoryAccess, 'stressRuns' | 'stressRun' | 'removeStressRun' | 'removeStressRuns'> {
  return {
    stressRuns: async (page) => persistent().query('listStress', { ...page, workspace: within(page) }),
    stressRun: async (id, { histogram = false, ...scope } = {}) => {
      const request = { id: stressNumber(id), histogram, workspace: within(scope) };
      return (await persistent().query('stressDetail', request)) ?? unknownTest(id);
    },
    removeStressRun: async (id) => {
      const number = stressNumber(id);
      if (!(await persistent().query('removeStress', number, within({})))) unknownTest(id);
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

interface OpenedHistory {
  /** Undefined when the history is switched off. */
  readonly store: HistoryStore | undefined;
  /** This workspace as stored runs have it. */
  readonly workspace: string;
  readonly isTeam: boolean;
  readonly settings: HistorySettings | undefined;
}

async function openPersistent(
  { root, history: named, process, log }: HistoryInput['options'],
  { config, directory }: HistoryInput['config'],
): Promise<OpenedHistory> {
  const { enabled, path, shown } = named;
  const overrides = {
    history: { ...(enabled !== undefined && { enabled }), ...(path !== undefined && { path }) },
  };
  const sources = { overrides, config, directory, cwd: root, workspace: [root] };
  const dotenv = await readDotenvFor(sources, config.history?.url);
  const resolved = await resolveHistory({ sources, process, dotenv, root, shownPath: shown });
  for (const warning of resolved.warnings) log('warn', warning);
  const { history } = resolved;
  if (history === undefined) return { store: undefined, workspace: root, isTeam: false, settings: undefined };
  const origin = { ...history.origin, ...(shown !== undefined && { shown }) };
  const onWarning = (message: string): void => log('warn', message);
  const store = openHistory({ ...history, origin, thread: 'worker', onWarning });
  return {
    store,
    workspace: historyWorkspace(history, root),
    isTeam: history.team !== undefined,
    settings: { ...history, origin },
  };
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
