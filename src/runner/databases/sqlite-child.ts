/** Entry of the process that queries SQLite; its argument is the path of the driver, which cannot be bundled. */
import { createRequire } from 'node:module';
import type * as Driver from '@photostructure/sqlite';
import type { QueryResult } from './database-query.js';
import type { SqliteQuery } from './sqlite-process.js';

const [driver = ''] = process.argv.slice(2);
const { DatabaseSync } = createRequire(import.meta.url)(driver) as typeof Driver;

process.on('message', (query: SqliteQuery) => process.send?.(runQuery(query)));

function runQuery({ file, sql, parameters }: SqliteQuery): QueryResult {
  let database;
  try {
    database = new DatabaseSync(file, {
      readOnly: true,
      readBigInts: true,
      timeout: 5000,
      limits: { attach: 0 },
    });
    database.exec('PRAGMA trusted_schema = OFF');
    let rows = 0;
    let first: Record<string, unknown> = {};
    for (const row of database.prepare(sql).iterate(...parameters) as Iterable<Record<string, unknown>>) {
      if (rows++ === 0) first = { ...row };
    }
    return { ok: true, rows, first };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    if (database?.isOpen) database.close();
  }
}
