/** PostgreSQL through the package `postgres`, which users install when they need it. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { parseJson } from '../../evaluation/values/json.js';
import type { DatabaseClient } from './database-query.js';
import {
  askServer,
  CONNECT_SECONDS,
  dialServer,
  exactNumber,
  loadClient,
  RowCount,
  type LoadPackage,
  type Stage,
} from './server-database.js';

interface PostgresModule {
  readonly default: (url: string, options: object) => PostgresClient;
}
interface PostgresClient {
  begin(options: string, work: (transaction: PostgresTransaction) => Promise<void>): Promise<void>;
  end(options: { timeout: number }): Promise<void>;
}
interface PostgresTarget {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Of a socket in the file system. */
  readonly path?: string | false;
}
interface PostgresTransaction {
  unsafe(sql: string, parameters?: readonly unknown[], options?: object): PostgresQuery;
}
interface PostgresQuery extends Promise<unknown> {
  cursor(rows: number): AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
}

export async function queryPostgres(url: string, load: LoadPackage): Promise<DatabaseClient['query']> {
  const { default: connect } = (await loadClient('postgres', load)) as PostgresModule;
  return (sql, parameters, limits) =>
    askServer(limits, async (stage) => {
      const client = connect(url, {
        max: 1,
        connect_timeout: CONNECT_SECONDS,
        onnotice: () => undefined,
        types: TYPES,
        socket: (target: PostgresTarget) => connectedSocket(target, stage),
      });
      const count = new RowCount();
      await client.begin('read only', async (transaction) => {
        stage.connected = true;
        await transaction.unsafe(`set local statement_timeout = ${limits.milliseconds}`);
        // The extended protocol takes one statement only, so that none can leave the transaction.
        const query = transaction.unsafe(sql, parameters.map(parameterText), { simple: false });
        for await (const rows of query.cursor(ROWS_AT_ONCE)) for (const row of rows) count.add(row);
      });
      void client.end({ timeout: 0 }).catch(() => undefined);
      return count.answer();
    });
}

const ROWS_AT_ONCE = 1000;

/** The first of several hosts that takes the connection. */
async function connectedSocket({ host, port, path }: PostgresTarget, stage: Stage): Promise<Socket> {
  const targets = path ? [{ path }] : host.map((name, index) => ({ host: name, port: port[index] ?? 5432 }));
  let failure: unknown;
  for (const target of targets) {
    const socket = dialServer(target, stage);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_SECONDS * 1000) });
      // The client asks for it in its choice of TLS.
      return Object.assign(socket, target);
    } catch (error) {
      socket.destroy();
      failure = error instanceof Error && error.name === 'AbortError' ? new Error('CONNECT_TIMEOUT') : error;
    }
  }
  throw failure;
}

/** As text, so that the server reads it by the type it expects there, as it reads a literal. */
function parameterText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : value;
}

const asIs = (text: string): string => text;

/**
 * Object identifiers of pg_type: 16 boolean, 17 bytea, 20 bigint, 114 json, 3802 jsonb, 1082 date,
 * 1114 timestamp, 1184 timestamp with time zone, 1700 numeric. Parameters are text already.
 */
const TYPES = {
  boolean: { to: 16, from: [16], serialize: asIs, parse: (text: string) => text === 't' },
  bytea: {
    to: 17,
    from: [17],
    serialize: asIs,
    parse: (text: string) => Buffer.from(text.slice('\\x'.length), 'hex'),
  },
  exact: { to: 1700, from: [20, 1700], serialize: asIs, parse: exactNumber },
  json: { to: 114, from: [114, 3802], serialize: asIs, parse: parseJson },
  // Without a zone they mean no moment, so that they stay as the server writes them.
  day: { to: 1082, from: [1082, 1114], serialize: asIs, parse: asIs },
  moment: { to: 1184, from: [1184], serialize: asIs, parse: momentText },
};

function momentText(text: string): string {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
