import { elapsed } from '../../primitives/clock.js';
import type { TeamConnection } from './team-connection.js';
import { FaultWarnings } from './fault-warnings.js';
import { lacksRight, readOnlyFault, TeamFault } from './team-fault.js';
import { applyLimits, type TeamLimits } from './team-retention.js';
import { testFromJson, testToJson, type TeamRun, type TeamTest } from './team-rows.js';
import type { SpoolEntry, TeamSpool, WaitingEntry } from './team-spool.js';
import { insertRun, insertTest } from './team-writer.js';

/** What is to be stored. */
export type TeamEntry =
  | { readonly kind: 'run'; readonly run: TeamRun }
  | { readonly kind: 'test'; readonly test: TeamTest };

export interface WriteRules {
  readonly workspace: string;
  readonly limits: TeamLimits;
  /** A command warns, removes and hands in at its end; a server does so as it goes on. */
  readonly isCommand: boolean;
  /** The time before a server that failed is written to again. */
  readonly retryDelayMs: number;
  readonly onWarning: (message: string) => void;
}

/** The result of handing in. */
export interface HandedIn {
  readonly count: number;
  /** Why it ended early. */
  readonly fault: TeamFault | undefined;
}

const RETENTION_PERIOD_MS = 3_600_000;
const SERVER_RETENTION_MS = 10_000;
const COMMAND_RETENTION_MS = 2000;
const ENTRIES_AT_ONCE = 20;

/** Writes to the server, or to the spool while that fails, and says so once. */
export class TeamWrites {
  readonly #connection: TeamConnection;
  readonly #spool: TeamSpool | undefined;
  readonly #rules: WriteRules;
  readonly #warnings = new FaultWarnings();
  #failure: { readonly fault: TeamFault; readonly retryAt: number } | undefined;
  #hasWarned = false;
  #hasWritten = false;
  #retainedAt = -Infinity;
  #upkeep: Promise<void> | undefined;

  constructor(connection: TeamConnection, spool: TeamSpool | undefined, rules: WriteRules) {
    this.#connection = connection;
    this.#spool = spool;
    this.#rules = rules;
  }

  /** Returns the id of each entry, 0 for one that waits or is lost after a warning, or what is wrong with it. */
  async add(entries: readonly TeamEntry[]): Promise<readonly (number | Error)[]> {
    const ids: (number | Error)[] = [];
    const left: TeamEntry[] = [];
    for (const entry of entries) {
      const id = await this.#tryInsert(entry);
      if (id === undefined) left.push(entry);
      ids.push(id ?? 0);
    }
    if (left.length > 0) await this.#keep(left);
    if (!this.#rules.isCommand) {
      await this.#warn();
      if (left.length === 0) this.#upkeep ??= this.#keepUp().finally(() => (this.#upkeep = undefined));
    }
    return ids;
  }

  /** Undefined when the entry has to wait. */
  async #tryInsert(entry: TeamEntry): Promise<number | Error | undefined> {
    if (this.#failure !== undefined && elapsed() < this.#failure.retryAt) return undefined;
    try {
      const id = await this.#insert(entry);
      this.#failure = undefined;
      this.#hasWarned = false;
      this.#hasWritten = true;
      return id;
    } catch (error) {
      if (error instanceof TeamFault) this.failed(error);
      else if (lacksRight(error)) this.failed(readOnlyFault());
      else return error instanceof Error ? error : new Error(String(error));
      return undefined;
    }
  }

  #insert(entry: TeamEntry): Promise<number> {
    const { schema } = this.#connection;
    return this.#connection.withClient((client) =>
      entry.kind === 'run' ? insertRun(client, schema, entry.run) : insertTest(client, schema, entry.test),
    );
  }

  /** Remembers a fault, and warns of it unless it lasts. */
  failed(fault: TeamFault): void {
    this.#failure = { fault, retryAt: elapsed() + this.#rules.retryDelayMs };
    if (!this.#hasWarned) this.#warnings.fault(fault);
    this.#hasWarned = true;
  }

  /** Writing may still work, so only the warning is given. */
  async failedToRead(fault: TeamFault): Promise<void> {
    if (!this.#hasWarned) this.#warnings.fault(fault);
    this.#hasWarned = true;
    await this.#warn();
  }

  /** A server that responds is written to at once, unless the user has no right to. */
  succeeded(): void {
    if (this.#failure?.fault.rules.spools === false) return;
    this.#failure = undefined;
    this.#hasWarned = false;
  }

  /** The number of entries in the spool; 0 when it cannot be read. */
  async waiting(): Promise<number> {
    try {
      return (await this.#spool?.count()) ?? 0;
    } catch {
      return 0;
    }
  }

  async #keep(entries: readonly TeamEntry[]): Promise<void> {
    if (this.#failure?.fault.rules.spools === false) return;
    try {
      if (this.#spool === undefined) throw new Error('there is no home directory to keep it in');
      this.#warnings.dropped(await this.#spool.add(entries.map(toSpoolEntry)));
    } catch (error) {
      const what = entries.every(({ kind }) => kind === 'test') ? 'load test' : 'run';
      this.#warnings.lost(`the ${what} was not stored in the history: ${reasonOf(error)}`);
    }
  }

  async #warn(): Promise<void> {
    for (const warning of this.#warnings.take(await this.waiting())) this.#rules.onWarning(warning);
  }

  /** What follows a successful write; failures are left to the next one. */
  async #keepUp(): Promise<void> {
    if (!this.#hasWritten) return;
    await this.handIn(0);
    if (elapsed() - this.#retainedAt < RETENTION_PERIOD_MS) return;
    const { workspace, limits, isCommand } = this.#rules;
    const maxMs = isCommand ? COMMAND_RETENTION_MS : SERVER_RETENTION_MS;
    try {
      const isDone = await this.#connection.withClient((client) =>
        applyLimits(client, this.#connection.schema, workspace, { ...limits, maxMs }),
      );
      if (isDone) this.#retainedAt = elapsed();
    } catch {
      // A user who may not delete leaves that to others, and a server that fails now is told of by the next write.
      this.#retainedAt = elapsed();
    }
  }

  /** Hands in what waits, the oldest first; waits so long while another process does. */
  async handIn(maxWaitMs: number): Promise<HandedIn> {
    const spool = this.#spool;
    if (spool === undefined || (await this.waiting()) === 0) return { count: 0, fault: undefined };
    const handed = await spool
      .exclusively(() => this.#handInAll(spool), maxWaitMs)
      .catch((error: unknown): HandedIn => ({ count: 0, fault: new TeamFault(reasonOf(error)) }));
    return handed ?? { count: 0, fault: new TeamFault('another process hands the runs in at the moment') };
  }

  async #handInAll(spool: TeamSpool): Promise<HandedIn> {
    let count = 0;
    for (;;) {
      const entries = await spool.oldest(ENTRIES_AT_ONCE);
      if (entries.length === 0 || this.#connection.isLate) return { count, fault: undefined };
      const done: number[] = [];
      let fault: TeamFault | undefined;
      for (const entry of entries) {
        fault = await this.#handInOne(spool, entry);
        if (fault !== undefined) break;
        done.push(entry.id);
      }
      await spool.remove(done);
      count += done.length;
      if (fault !== undefined) return { count, fault };
    }
  }

  /** An entry that the server refuses for what it contains stays in the file and is not tried again. */
  async #handInOne(spool: TeamSpool, entry: WaitingEntry): Promise<TeamFault | undefined> {
    try {
      await this.#insert(fromSpoolEntry(entry));
      return undefined;
    } catch (error) {
      if (error instanceof TeamFault) return error;
      if (lacksRight(error)) return readOnlyFault();
      await spool.refuse(entry.id);
      this.#warnings.other(`a run that waited was not stored in the history: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Completes what a command has left for its end. */
  async finish(): Promise<void> {
    await this.#upkeep;
    if (this.#rules.isCommand && this.#failure === undefined && !this.#connection.isLate)
      await this.#keepUp();
    await this.#warn();
  }
}

function toSpoolEntry(entry: TeamEntry): SpoolEntry {
  if (entry.kind === 'test') {
    const { row } = entry.test;
    return { kind: 'test', uid: row.uid, startedAt: row.startedAt, content: testToJson(entry.test) };
  }
  const { run } = entry;
  const [, , , , startedAt] = run.rows.runs;
  return { kind: 'run', uid: run.uid, startedAt: Number(startedAt), content: JSON.stringify(run) };
}

function fromSpoolEntry({ kind, content }: SpoolEntry): TeamEntry {
  return kind === 'test'
    ? { kind, test: testFromJson(content) }
    : { kind, run: JSON.parse(content) as TeamRun };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'reason' in error) return String(error.reason);
  return error instanceof Error ? error.message : String(error);
}
