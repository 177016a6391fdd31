import postgres from 'postgres';
import { startPostgres, type PostgresOptions } from './postgres-server.js';

/** A PostgreSQL server with a database for each test. */
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

export async function startTeamDatabase(options: PostgresOptions = {}): Promise<TeamDatabase> {
  const server = await startPostgres(options);
  let count = 0;
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
      count += 1;
      await query(`create database test_${count}`, server.url);
      newest = server.url.replace(/postgres$/, `test_${count}`);
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
      const { port } = new URL(await server.becomeStandby());
      newest = newest.replace(/:\d+\//, `:${port}/`);
      return newest;
    },
    stop: server.stop,
  };
}
