/** PostgreSQL through the package `postgres`, which users install when they need it. */
import type { LoadPackage } from '../../primitives/packages/load-package.js';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { parseJson } from '../../evaluation/values/json.js';
import type { DatabaseClient } from './database-query.js';
import {
  queryServer,
  CONNECT_SECONDS,
  dialServer,
  exactNumber,
  loadClient,
  RowCount,
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
  /** The path of a socket in the file system. */
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
    queryServer(limits, async (stage) => {
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
        // The extended protocol accepts one statement only, so that none can end the transaction.
        const query = transaction.unsafe(sql, parameters.map(parameterText), { simple: false });
        for await (const rows of query.cursor(ROWS_AT_ONCE)) for (const row of rows) count.add(row);
      });
      void client.end({ timeout: 0 }).catch(() => undefined);
      return count.toResult();
    });
}

const ROWS_AT_ONCE = 1000;

/** Connects to the first of several hosts that accepts the connection. */
async function connectedSocket({ host, port, path }: PostgresTarget, stage: Stage): Promise<Socket> {
  const targets = path ? [{ path }] : host.map((name, index) => ({ host: name, port: port[index] ?? 5432 }));
  let failure: unknown;
  for (const target of targets) {
    const socket = dialServer(target, stage);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_SECONDS * 1000) });
      // The client reads the target from the socket when it decides on TLS.
      return Object.assign(socket, target);
    } catch (error) {
      socket.destroy();
      failure = error instanceof Error && error.name === 'AbortError' ? new Error('CONNECT_TIMEOUT') : error;
    }
  }
  throw failure;
}

/** Parameters are sent as text, so that the server reads them by the expected type, like literals. */
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
  // Without a time zone they are not points in time, so they stay as the server writes them.
  day: { to: 1082, from: [1082, 1114], serialize: asIs, parse: asIs },
  timestamp: { to: 1184, from: [1184], serialize: asIs, parse: timestampText },
};

function timestampText(text: string): string {
  const timestamp = new Date(text);
  return Number.isNaN(timestamp.getTime()) ? text : timestamp.toISOString();
}
