import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Databases } from '../../../src/runner/databases/databases.js';
import { dedent } from '../../support/dedent.js';
import { startSvc } from '../../support/program/live-svc.js';
import { startPostgres, type PostgresServer } from '../../support/servers/postgres-server.js';
import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { checkOnTime, ON_TIME } from '../../support/on-time.js';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
  const sql = postgres(server.url, { max: 1 });
  await sql.unsafe(`
    create table parcels (
      id bigint, name text, price numeric(30, 20), weight float8, open boolean, day date,
      at timestamp, moment timestamptz, tags int[], note jsonb, bytes bytea, nothing text, "Odd Name" int
    );
    insert into parcels values (
      9007199254740993, 'it''s ä', 9.90, 1.5, true, '2026-01-31', '2026-01-31 10:00:00',
      '2026-01-31 10:00:00+02', '{1,2}', '{"big": 12345678901234567891}', '\\x6162', null, 7
    ), (2, 'two', 0.12345678901234567890, 0, false, null, null, null, null, null, null, null, 8);
  `);
  await sql.end();
}, 120_000);

afterAll(() => server?.stop());

describe('PostgreSQL', () => {
  it('is stopped by its time limit and by Ctrl-C', ON_TIME, async () => {
    const limits = { milliseconds: 300, signal: new AbortController().signal };
    await checkOnTime(async () => {
      const databases = new Databases(
        () => Promise.reject(new Error('no files')),
        (name) => import(name) as Promise<unknown>,
      );
      const client = await databases.open(server.url, '/');
      // Half a second later than the database, the program would end the query itself.
      const outcome = await client.query('select pg_sleep(20)', [], limits).catch(String);
      return () =>
        expect(outcome).toEqual({ ok: false, reason: 'canceling statement due to statement timeout' });
    });
    const { url, seen } = await loopback();
    const file = dedent`
      ### one
      # @db ${server.url}
      GET ${url}

      >>>db
      query select pg_sleep(25)
      <<<
    `;
    const cwd = await temporaryWorkspace({ 'a.http': file });
    const svc = startSvc(['run', 'a.http', '--allow-db', '--no-history'], { cwd });
    await svc.until(() => seen.length === 1);
    // The query would take longer than the program is allowed to live.
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(130);
  });
});
