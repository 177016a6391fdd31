import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useHistory } from '../../../test/support/files/history-place.js';
import { openDatabase, type Database } from './database.js';
import { applyPragmas, applySchema, isForeign } from './schema.js';

const place = useHistory();

/** Calls `meanwhile` as soon as the version was read. */
function interrupted(database: Database, meanwhile: () => void): Database {
  return {
    get isTransaction() {
      return database.isTransaction;
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      if (!sql.includes('user_version')) return statement;
      return {
        run: (...values) => statement.run(...values),
        all: (...values) => statement.all(...values),
        get(...values) {
          const row = statement.get(...values);
          meanwhile();
          return row;
        },
      };
    },
  };
}

it('accepts a store that another process creates during the check', async () => {
  await mkdir(join(place.folder, '.svc'));
  const other = await openDatabase(place.path);
  const own = await openDatabase(place.path);
  try {
    applyPragmas(other);
    let times = 0;
    const watched = interrupted(own, () => {
      times += 1;
      applySchema(other);
    });
    expect(isForeign(watched)).toBe(false);
    expect(times).toBe(1);
    expect(own.isTransaction).toBe(false);
    applyPragmas(own);
    applySchema(own);
    expect(own.prepare('SELECT count(*) AS n FROM runs').get()).toEqual({ n: 0 });
  } finally {
    own.close();
    other.close();
  }
});
