import { setTimeout as sleep } from 'node:timers/promises';
import { elapsed } from '../../primitives/clock.js';
import type { LoadPackage } from '../../primitives/packages/load-package.js';
import { TeamClient, type RunSql } from './team-client.js';
import {
  isConflict,
  isMissingTable,
  schemaFault,
  teamFaultOf,
  unreachableFault,
  type TeamFault,
} from './team-fault.js';
import { migrate, quoteName, readSchema } from './team-schema.js';
import { serverName, type TeamSettings } from './team-settings.js';

export interface ConnectionRules {
  readonly maxConnections: number;
  /** Whether missing tables are made, by a user who may. */
  readonly migrates: boolean;
  readonly load?: LoadPackage | undefined;
}

/** A server that starts, stops or has no place is asked again for this time. */
const RETRY_MS = 5000;
const RETRY_PAUSE_MS = 200;
const MAX_CONFLICTS = 3;

/** Opens the client when it is needed, checks the tables once, and turns failures of the server into faults. */
export class TeamConnection {
  /** In the form in which statements have it. */
  readonly schema: string;
  readonly #settings: Pick<TeamSettings, 'server' | 'schema'>;
  readonly #rules: ConnectionRules;
  #opening: Opening | undefined;
  #deadline = Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: Pick<TeamSettings, 'server' | 'schema'>, rules: ConnectionRules) {
    this.schema = quoteName(settings.schema);
    this.#settings = settings;
    this.#rules = rules;
  }

  /** Throws a TeamFault, or the error of a statement that the server refused for what it contains. */
  run<T>(kind: 'read' | 'write', work: (run: RunSql) => Promise<T>): Promise<T> {
    return this.withClient((client) => client.transaction(kind, work));
  }

  /** For work that takes several transactions, each of which may have been done before. */
  async withClient<T>(work: (client: TeamClient) => Promise<T>): Promise<T> {
    const end = elapsed() + RETRY_MS;
    let last: TeamFault | undefined;
    for (let conflicts = 0; ;) {
      if (this.isLate) throw last ?? this.#lateFault();
      const opening = (this.#opening ??= this.#startOpening());
      try {
        return await work(await opening.ready);
      } catch (error) {
        if (isConflict(error) && conflicts < MAX_CONFLICTS) {
          conflicts += 1;
          continue;
        }
        // Somebody may have removed the tables, so they are looked at again the next time.
        const fault = isMissingTable(error)
          ? schemaFault(undefined)
          : teamFaultOf(error, serverName(this.#settings.server));
        if (fault === undefined) throw error;
        this.#drop(opening);
        // A connection that this process has ended itself says nothing of the server.
        if (this.isLate && fault.rules.retries) throw last ?? this.#lateFault(fault);
        if (!fault.rules.retries || elapsed() >= end) throw fault;
        last = fault;
        await sleep(RETRY_PAUSE_MS);
      }
    }
  }

  /** After this time, whatever is under way fails and nothing is begun. */
  finishWithin(milliseconds: number): void {
    this.#deadline = elapsed() + milliseconds;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#drop(this.#opening), milliseconds);
  }

  get isLate(): boolean {
    return elapsed() >= this.#deadline;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const opening = this.#opening;
    this.#opening = undefined;
    const client = await opening?.ready.catch(() => undefined);
    client?.close();
  }

  #lateFault(cause?: unknown): TeamFault {
    const why = `did not respond within ${FINISH_MS / 1000} s`;
    return unreachableFault(serverName(this.#settings.server), why, {}, cause);
  }

  #startOpening(): Opening {
    const opening: Opening = { client: undefined, ready: this.#open((client) => (opening.client = client)) };
    // Whoever waits for it gets the error too.
    opening.ready.catch(() => undefined);
    return opening;
  }

  async #open(onClient: (client: TeamClient) => void): Promise<TeamClient> {
    const { server, schema } = this.#settings;
    const { maxConnections, migrates, load } = this.#rules;
    const client = await TeamClient.open(server, maxConnections, load);
    onClient(client);
    const late = setTimeout(() => client.drop(), Math.min(this.#deadline - elapsed(), MAX_OPENING_MS));
    try {
      if (migrates) await migrate(client, schema);
      else if ((await readSchema(client, schema)) === undefined) throw schemaFault(undefined);
      return client;
    } catch (error) {
      client.drop();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  /** Forgets a client, unless another one has taken its place. */
  #drop(opening: Opening | undefined): void {
    if (this.#opening === opening) this.#opening = undefined;
    opening?.client?.drop();
  }
}

/** A client whose tables are being checked, or have been. */
interface Opening {
  client: TeamClient | undefined;
  readonly ready: Promise<TeamClient>;
}

/** How long a command waits at its end, in all. */
export const FINISH_MS = 5000;
/** Making tables may take a while, in particular behind another program that makes them. */
const MAX_OPENING_MS = 60_000;
