import postgres from 'postgres';
import { randomId } from '../../../src/primitives/random-id.js';
import { startPostgres, type PostgresOptions } from './postgres-server.js';
import { sharedPostgres } from './shared-postgres.js';

/** A PostgreSQL server with a database for each test; shared by all files unless it is told to be an own one. */
export interface TeamDatabase {
  /** Makes an empty database; returns its URL. */
  readonly create: () => Promise<string>;
  /** Every row of the tables of the newest database, as text. */
  readonly contents: () => Promise<string>;
  /** Runs a statement in the newest database, or in that of a URL. */
  readonly query: (sql: string, url?: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Makes the server one that only follows; returns the URL of the newest database. */
  readonly becomeStandby: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

export interface TeamDatabaseOptions extends PostgresOptions {
  /** Whether the server is started for the caller alone. */
  readonly own?: boolean;
}

export async function startTeamDatabase(options: TeamDatabaseOptions = {}): Promise<TeamDatabase> {
  const isOwn = options.own === true || options.maxFileBytes !== undefined;
  const server = isOwn ? await startPostgres(options) : await sharedPostgres();
  const names: string[] = [];
  let newest = server.url;
  const query: TeamDatabase['query'] = async (sql, url = newest) => {
    const client = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      return await client.unsafe(sql);
    } finally {
      await client.end();
    }
  };
  return {
    create: async () => {
      const name = `test_${randomId()}`;
      names.push(name);
      await query(`create database ${name}`, server.url);
      newest = server.url.replace(/postgres$/, name);
      return newest;
    },
    contents: async () => {
      const tables = await query("select tablename from pg_tables where schemaname = 'svc'");
      const rows: string[] = [];
      for (const { tablename } of tables) {
        for (const { row } of await query(`select t::text as row from svc.${String(tablename)} t`)) {
          rows.push(String(row));
        }
      }
      return rows.join('\n');
    },
    query,
    becomeStandby: async () => {
      await server.becomeStandby();
      return newest;
    },
    stop: async () => {
      // Nobody waits for those of an own server, which ends.
      const left = isOwn ? [] : names;
      for (const name of left) await query(`drop database ${name} with (force)`, server.url);
      await server.stop();
    },
  };
}
