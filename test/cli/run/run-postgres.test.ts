import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startPostgres, type PostgresServer } from '../../support/servers/postgres-server.js';
import { loopback } from '../../support/runs/run-requests.js';
import { run, type Results } from '../support/run-results.js';

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

async function check(
  lines: string,
  more: { readonly env?: Record<string, string>; readonly db?: string } = {},
): Promise<Results> {
  const { url } = await loopback(() => ({ json: { id: 2, name: "x' or '1'='1" } }));
  const file = dedent`
    ### one
    # @db ${more.db ?? server.url}
    GET ${url}

    >>>capture
    id from body.id
    name from body.name
    <<<

    >>>db
    ${lines}
    <<<
  `;
  return run({ 'a.http': file }, ['--allow-db'], more.env);
}

function verdictsOf({ tests }: Results): unknown[] {
  return (tests[0]?.assertions ?? []).map(({ subject, actual, passed }) => [subject, actual, passed]);
}

describe('PostgreSQL', () => {
  it('gives its values as JSON has them, by column names in any case', async () => {
    const results = await check(`query select * from parcels
  where id > 2
expect ID == 9007199254740993
expect name == "it's ä"
expect price == 9.9
expect price type number
expect weight < 2
expect open == true
expect day == 2026-01-31
expect at == "2026-01-31 10:00:00"
expect moment == 2026-01-31T08:00:00.000Z
expect tags == [1, 2]
expect note contains big
expect bytes == ab
expect nothing !exists
expect nothing type null
expect "odd name" == 7
expect unknown !exists
expect rows == 1`);
    expect(results.tests[0]?.assertions?.filter(({ passed }) => !passed)).toEqual([]);
    expect(results.tests[0]?.assertions).toHaveLength(17);
    expect(results.tests[0]?.assertions?.[0]?.subject).toBe('db ID');
    expect(results.code).toBe(0);
  });

  it('counts rows; without one every column is absent', async () => {
    const results = await check(`query select generate_series(1, 2500) as n
expect rows == 2500
expect n == 1
query select id from parcels where id < 0
expect rows == 0
expect id !exists
expect id type null
query select count(*) as rows from parcels
expect rows type integer
expect rows == 2`);
    expect(verdictsOf(results)).toEqual([
      ['db rows', 2500, true],
      ['db n', 1, true],
      ['db rows', 0, true],
      ['db id', null, true],
      ['db id', null, false],
      ['db rows', 2, true],
      ['db rows', 2, true],
    ]);
  });

  it('binds placeholders as the types the query wants, and as nothing else', async () => {
    const env = {
      SVC_VARIABLE_yes: 'true',
      SVC_VARIABLE_day: '2026-01-31',
      SVC_VARIABLE_at: '2026-01-31 10:00:00',
      SVC_VARIABLE_note: '{"big": 12345678901234567891}',
      SVC_VARIABLE_price: '0.12345678901234567890',
      SVC_VARIABLE_big: '9007199254740993',
    };
    const results = await check(
      `query select name from parcels where id = {{id}}
expect name == two
query select id from parcels where name = '{{name}}' or name = {{name}}
expect rows == 0
query select name from parcels where open = {{yes}} and open = '{{yes}}'
expect rows == 1
query select name from parcels where day = '{{day}}' and at = '{{at}}'
expect rows == 1
query select name from parcels where note = '{{note}}'
expect rows == 1
query select name from parcels where price = '{{price}}'
expect name == two
query select id from parcels where id = {{big}}
expect id == 9007199254740993
query select {{id}} as n, '{{id}}' as t, {{yes}} as b
expect n == 2
expect t == "2"
expect b == "true"`,
      { env },
    );
    expect(results.tests[0]?.assertions?.filter(({ passed }) => !passed)).toEqual([]);
    expect(results.code).toBe(0);
  });

  it.each([
    ['deletes', 'delete from parcels', /^cannot execute DELETE in a read-only transaction$/],
    ['leaves the transaction', 'commit; delete from parcels', /multiple commands/],
    ['is wrong', 'select * from nowhere', /^relation "nowhere" does not exist$/],
    [
      'does not fit',
      "select name from parcels where id = '{{name}}'",
      /^invalid input syntax for type bigint/,
    ],
  ])('fails the checks of a query that %s', async (_case, query, message) => {
    const results = await check(`query ${query}\nexpect rows == 0\nquery select 1 as one\nexpect one == 1`);
    const [first, second] = results.tests[0]?.assertions ?? [];
    expect([results.code, first?.passed, second?.passed]).toEqual([1, false, true]);
    expect(first?.message).toMatch(message);
    expect(verdictsOf(await check('query select count(*) as n from parcels\nexpect n == 2'))).toEqual([
      ['db n', 2, true],
    ]);
  });

  it('fails a request whose query has no checks and an error', async () => {
    const { code, tests } = await check('query select * from nowhere');
    expect(code).toBe(1);
    expect(tests[0]).toMatchObject({
      errorKind: 'db',
      error: expect.stringContaining('relation "nowhere" does not exist'),
    });
  });

  it.each([
    [
      'nobody listens',
      (url: string) => url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1'),
      /^cannot connect to the database: 127\.0\.0\.1:1 refused the connection$/,
    ],
    [
      'the password is wrong',
      (url: string) => url.replace('p%40ss', 'wrong'),
      /^cannot connect to the database: password authentication failed for user "clerk"$/,
    ],
    [
      'there is no such database',
      (url: string) => url.replace(/postgres$/, 'none'),
      /database "none" does not exist/,
    ],
    ['the URL is none', (url: string) => url.replace('%2F', '/'), /@db is not a valid URL/],
  ])('fails the request when %s, without the password', async (_case, change, message) => {
    const { code, stdout, tests } = await check('query select 1 as one\nexpect one == 1', {
      db: change(server.url),
    });
    expect([code, tests[0]?.errorKind]).toEqual([1, 'db']);
    expect(tests[0]?.error).toMatch(message);
    expect(stdout).not.toMatch(/w0rd of pg|w0rd%20of/);
  });

  it('takes a password from a variable, whatever its characters, and hides it', async () => {
    const db = server.url.replace(/:[^:@]*@/, ':{{password}}@');
    const env = { SVC_VARIABLE_password: server.password };
    const results = await check(`query select '${server.password}' as leak\nexpect leak == other`, {
      db,
      env,
    });
    expect(results.tests[0]?.assertions?.[0]?.actual).toBe('[REDACTED]');
    expect(results.stdout).not.toContain(server.password);
  });
});
