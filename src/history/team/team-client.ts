/** A few connections to PostgreSQL, without state that outlives a transaction. */
import { elapsed } from '../../primitives/clock.js';
import type { LoadPackage } from '../../primitives/packages/load-package.js';
import type { Row } from '../store/database.js';
import { closedFault } from './team-fault.js';
import { loadPostgres, TeamSession, type PostgresModule, type SqlParameter } from './team-session.js';
import { serverName, type TeamServer } from './team-settings.js';

/** Runs one statement of a transaction. */
export type RunSql = (text: string, ...parameters: readonly SqlParameter[]) => Promise<readonly Row[]>;

const STATEMENT_LIMIT_MS = 30_000;
const BEGIN_READING = `begin isolation level repeatable read read only; set local statement_timeout = ${STATEMENT_LIMIT_MS}`;
/**
 * A transaction has its id before a run that it writes gets one: then whoever reads which transactions are under way
 * also sees all those that may still add a run with a lower id than the newest.
 */
const PREPARE_WRITING = `select set_config('statement_timeout', '${STATEMENT_LIMIT_MS}', true), pg_current_xact_id()`;
/** A server that does not respond at all is given up after this time, a little later than its own limit. */
const SILENCE_LIMIT_MS = STATEMENT_LIMIT_MS + 5000;
const IDLE_LIMIT_MS = 60_000;
const AGE_LIMIT_MS = 1_800_000;

/** After a failure of the connection the whole client is thrown away. */
export class TeamClient {
  readonly #server: TeamServer;
  readonly #postgres: PostgresModule;
  readonly #maxConnections: number;
  readonly #sessions = new Set<TeamSession>();
  readonly #idle = new Map<TeamSession, NodeJS.Timeout>();
  readonly #waiting: Waiting[] = [];
  #isClosed = false;

  private constructor(server: TeamServer, postgres: PostgresModule, maxConnections: number) {
    this.#server = server;
    this.#postgres = postgres;
    this.#maxConnections = maxConnections;
  }

  static async open(server: TeamServer, maxConnections: number, load?: LoadPackage): Promise<TeamClient> {
    return new TeamClient(server, await loadPostgres(load), maxConnections);
  }

  /** `read` sees one consistent state of the tables; `write` commits everything or nothing. */
  transaction<T>(kind: 'read' | 'write', work: (run: RunSql) => Promise<T>): Promise<T> {
    return this.#withSession(async (session) => {
      await session.run(kind === 'read' ? BEGIN_READING : `begin; ${PREPARE_WRITING}`);
      try {
        const result = await work((text, ...parameters) => session.run(text, ...parameters));
        await session.run('commit');
        return result;
      } catch (error) {
        await session.run('rollback').catch(() => session.drop());
        throw error;
      }
    });
  }

  /**
   * Runs a statement that contains its values, as a transaction of its own in one message and without a name. The
   * statement has to return rows.
   */
  write(text: string): Promise<readonly Row[]> {
    return this.#withSession(async (session) => {
      const results = (await session.run(`${PREPARE_WRITING};\n${text}`)) as unknown as (readonly Row[])[];
      return results.at(-1) ?? [];
    });
  }

  /** Ends everything at once; transactions that are under way fail. */
  drop(): void {
    this.#end((session) => session.drop());
  }

  /** Says goodbye to the server; to be called when no transaction is under way. */
  close(): void {
    this.#end((session) => session.close());
  }

  #end(endSession: (session: TeamSession) => void): void {
    this.#isClosed = true;
    for (const session of this.#sessions) this.#forget(session, endSession);
    for (const { reject } of this.#waiting.splice(0)) reject(closedFault(serverName(this.#server)));
  }

  async #withSession<T>(work: (session: TeamSession) => Promise<T>): Promise<T> {
    const silence = setTimeout(() => this.drop(), SILENCE_LIMIT_MS).unref();
    try {
      const session = await this.#take();
      try {
        return await work(session);
      } finally {
        this.#return(session);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  async #take(): Promise<TeamSession> {
    if (this.#isClosed) throw closedFault(serverName(this.#server));
    for (const [session, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(session);
      if (!session.isOver) return session;
      this.#sessions.delete(session);
    }
    if (this.#sessions.size >= this.#maxConnections) {
      return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    }
    return this.#open();
  }

  #open(): TeamSession {
    const session = new TeamSession(this.#server, this.#postgres);
    this.#sessions.add(session);
    return session;
  }

  #return(session: TeamSession): void {
    const end = (): void => this.#forget(session, () => session.close());
    const isUsable = !session.isOver && elapsed() - session.openedAt < AGE_LIMIT_MS;
    if (!isUsable) end();
    const next = this.#waiting.shift();
    if (next !== undefined) next.resolve(isUsable ? session : this.#open());
    else if (isUsable) this.#idle.set(session, setTimeout(end, IDLE_LIMIT_MS).unref());
  }

  #forget(session: TeamSession, endSession: (session: TeamSession) => void): void {
    clearTimeout(this.#idle.get(session));
    this.#idle.delete(session);
    this.#sessions.delete(session);
    endSession(session);
  }
}

interface Waiting {
  readonly resolve: (session: TeamSession) => void;
  readonly reject: (fault: Error) => void;
}
