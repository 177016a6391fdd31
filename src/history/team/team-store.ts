import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import { elapsed } from '../../primitives/clock.js';
import type { LoadPackage } from '../../primitives/packages/load-package.js';
import { jsonBytes } from '../../primitives/threads/json-bytes.js';
import { readGitFacts } from '../../workspace/git/git-facts.js';
import type { HistoryConnection, Query } from '../queries/history-connection.js';
import type { WriterFacts } from '../queries/persisted-run.js';
import type { KeptCounts, Queries } from '../queries/queries.js';
import type { StressRow } from '../queries/stress-run.js';
import { parseRunRows, type RunRowsInput } from '../store/run-rows.js';
import { RunCursor } from './run-cursor.js';
import type { RunSql } from './team-client.js';
import { TeamConnection } from './team-connection.js';
import { lacksRight, TeamFault } from './team-fault.js';
import { TeamReader } from './team-reader.js';
import { indexed, type TeamRun } from './team-rows.js';
import { readStoreFacts } from './team-schema.js';
import type { TeamSettings } from './team-settings.js';
import { TeamSpool } from './team-spool.js';
import { listTests, testDetail } from './team-tests.js';
import { TeamWrites, type HandedIn, type TeamEntry } from './team-writes.js';

export interface TeamStoreOptions extends KeptCounts {
  readonly team: TeamSettings;
  /** A command has one connection and an end, a server a few and none. */
  readonly role: 'command' | 'server';
  /** Whether missing tables are made. */
  readonly migrates?: boolean | undefined;
  readonly retryDelayMs: number;
}

type AsyncQueries = {
  readonly [K in keyof Queries]: (...args: Parameters<Queries[K]>) => Promise<ReturnType<Queries[K]>>;
};

const SERVER_CONNECTIONS = 4;
const HAND_IN_PERIOD_MS = 30_000;
/** Clients that ask for stored runs every second do not each wait for a server that is away. */
const READ_RETRY_MS = 2000;

/** The history of a team on PostgreSQL: the counterpart of RunStore. */
export class TeamStore implements HistoryConnection {
  readonly #options: TeamStoreOptions;
  readonly #connection: TeamConnection;
  readonly #writes: TeamWrites;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #cursor = new RunCursor();
  #readFailure: { readonly fault: TeamFault; readonly retryAt: number } | undefined;

  constructor(options: TeamStoreOptions, onWarning: (message: string) => void, load?: LoadPackage) {
    const { team, role, migrates = true, retryDelayMs, keepRuns, keepStress } = options;
    const isCommand = role === 'command';
    this.#options = options;
    const maxConnections = isCommand ? 1 : SERVER_CONNECTIONS;
    this.#connection = new TeamConnection(team, { maxConnections, migrates, load });
    const spool = team.spool === undefined ? undefined : new TeamSpool(team.spool);
    const limits = { keepRuns, keepStress, keepDays: team.keepDays };
    const rules = { workspace: team.workspace, limits, isCommand, retryDelayMs, onWarning };
    this.#writes = new TeamWrites(this.#connection, spool, rules);
    if (isCommand) return;
    this.#timer = setInterval(() => void this.#writes.handIn(0), HAND_IN_PERIOD_MS);
    this.#timer.unref();
  }

  readonly query: Query = (name, ...args) => {
    const query = this.#queries[name] as (
      ...values: Parameters<Queries[typeof name]>
    ) => Promise<ReturnType<Queries[typeof name]>>;
    return query(...args);
  };

  /** From now on everything takes at most so long; what is not written by then waits in the spool. */
  finishWithin(milliseconds: number): void {
    this.#connection.finishWithin(milliseconds);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writes.finish();
    await this.#connection.close();
  }

  /** Hands in what waits on this machine. */
  handIn(maxWaitMs: number): Promise<HandedIn> {
    return this.#writes.handIn(maxWaitMs);
  }

  /** Runs work on the database itself, whose tables need not be there. */
  get connection(): TeamConnection {
    return this.#connection;
  }

  readonly #queries: AsyncQueries = {
    add: (...runs) => this.#add(runs),
    lastRun: (workspace, file) =>
      this.#read((reader) => reader.lastRun(workspace, file, this.#facts().gitBranch)),
    list: async (request) => jsonBytes(await this.#read((reader) => reader.list(request)), '\n'),
    detail: async (id, workspace) => line(await this.#read((reader) => reader.detail(id, workspace))),
    remove: async (id, workspace) => (await this.#remove('runs', { id, workspace })) > 0,
    removeAll: (workspace) => this.#remove('runs', { workspace }),
    resultsByName: async (request) =>
      jsonBytes(await this.#read((reader) => reader.resultsByName(request)), '\n'),
    durations: (request) => this.#read((reader) => reader.durations(request)),
    newResults: (request) => this.#read((reader) => reader.newResults(request, this.#cursor)),
    storedResult: async (request) => line(await this.#read((reader) => reader.storedResult(request))),
    addStress: (row) => this.#addTest(row),
    listStress: async (request) =>
      jsonBytes(await this.#read((_, run) => listTests(run, this.#connection.schema, request)), '\n'),
    stressDetail: async (request) => {
      const text = await this.#read((_, run) => testDetail(run, this.#connection.schema, request));
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
    removeStress: async (id, workspace) => (await this.#remove('stress_runs', { id, workspace })) > 0,
    removeAllStress: (workspace) => this.#remove('stress_runs', { workspace }),
    open: () => this.#read(async (_, run) => void (await run('select 1'))),
    facts: (workspace) => this.#read((_, run) => readStoreFacts(run, this.#connection.schema, workspace)),
    waiting: () => this.#writes.waiting(),
  };

  async #add(inputs: readonly RunRowsInput[]): Promise<readonly (number | Error)[]> {
    const facts = this.#facts();
    const read = inputs.map((input) => this.#toRun(input, facts));
    const entries = read.flatMap((run): TeamEntry[] => (run instanceof Error ? [] : [{ kind: 'run', run }]));
    const ids = await this.#writes.add(entries);
    let at = 0;
    return read.map((each) => (each instanceof Error ? each : (ids[at++] ?? 0)));
  }

  #toRun(input: RunRowsInput, facts: WriterFacts): TeamRun | Error {
    try {
      const { workspace } = this.#options.team;
      return { uid: randomUUID(), workspace, facts, rows: parseRunRows(input) };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #addTest(row: StressRow): Promise<number> {
    const { workspace } = this.#options.team;
    const [id = 0] = await this.#writes.add([
      { kind: 'test', test: { workspace, facts: this.#facts(), row } },
    ]);
    if (id instanceof Error) throw id;
    return id;
  }

  /** Commit and branch are read each time, because a server outlives them. */
  #facts(): WriterFacts {
    const { writer, root, shard = '' } = this.#options.team;
    const { actor, host, ciUrl } = writer;
    const git = readGitFacts(root);
    const { gitCommit = git?.commit ?? '', gitBranch = git?.branch ?? '' } = writer;
    return { actor, host, gitCommit, gitBranch, ciUrl, shard };
  }

  async #read<T>(work: (reader: TeamReader, run: RunSql) => Promise<T>): Promise<T> {
    if (this.#readFailure !== undefined && elapsed() < this.#readFailure.retryAt)
      throw this.#readFailure.fault;
    try {
      const result = await this.#connection.run('read', (run) =>
        work(new TeamReader(run, this.#connection.schema), run),
      );
      this.#readFailure = undefined;
      this.#writes.succeeded();
      return result;
    } catch (error) {
      if (!(error instanceof TeamFault)) throw error;
      this.#readFailure = { fault: error, retryAt: elapsed() + READ_RETRY_MS };
      // The operator of a server reads the log; a command ends with the error.
      if (this.#options.role === 'server') await this.#writes.failedToRead(error);
      throw error;
    }
  }

  /** Returns the number of removed rows; in parts, so that no statement takes long. */
  async #remove(
    table: 'runs' | 'stress_runs',
    { id, workspace }: { readonly id?: number; readonly workspace: string | undefined },
  ): Promise<number> {
    const conditions: string[] = [];
    const filter: string[] = [];
    if (id !== undefined) conditions.push(`id = $${filter.push(String(id))}`);
    if (workspace !== undefined)
      conditions.push(`workspace = $${filter.push(indexed(workspace, 'workspace'))}`);
    const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
    const name = `${this.#connection.schema}.${table}`;
    let total = 0;
    for (;;) {
      const removed = await this.#removePart(
        `delete from ${name} where id in (select id from ${name} ${where} limit ${REMOVED_AT_ONCE}) returning id`,
        filter,
      );
      total += removed;
      if (removed < REMOVED_AT_ONCE) return total;
    }
  }

  async #removePart(text: string, filter: readonly string[]): Promise<number> {
    try {
      return (await this.#connection.run('write', (run) => run(text, ...filter))).length;
    } catch (error) {
      if (!lacksRight(error)) throw error;
      throw new ServiceError('forbidden', 'this database user may not delete runs', { cause: error });
    }
  }
}

const REMOVED_AT_ONCE = 2000;

function line(value: object | undefined): Uint8Array | undefined {
  return value && jsonBytes(value, '\n');
}
