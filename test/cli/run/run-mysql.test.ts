import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { copyBuild } from '../../support/program/built.js';
import { startSvc } from '../../support/program/live-svc.js';
import { mysqlLong, mysqlServer, mysqlText, type MysqlResult } from '../../support/servers/mysql-server.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runProgram } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { run } from '../support/run-results.js';

const ACCOUNT = { user: 'clerk', password: 'p@ss/w0rd of my' };

function fileOf(url: string, db: string, lines: string): string {
  const captures = dedent`
    >>>capture
    id from body.id
    name from body.name
    <<<
  `.trimEnd();
  return dedent`
    ### one
    # @db ${db}
    GET ${url}

    ${captures}

    >>>db
    ${lines}
    <<<
  `;
}

async function check(lines: string, respond: (sql: string) => MysqlResult, password = ACCOUNT.password) {
  const { url } = await loopback(() => ({ json: { id: 2, name: "x' or '1'='1" } }));
  const server = await mysqlServer(ACCOUNT, respond);
  const db = `mysql://clerk:{{password}}@127.0.0.1:${server.port}/shop`;
  const results = await run({ 'a.http': fileOf(url, db, lines) }, ['--allow-db'], {
    SVC_VARIABLE_password: password,
  });
  return { ...results, seen: server.seen };
}

describe('MySQL', () => {
  it('gives its values as JSON has them', async () => {
    const results = await check(
      `query select * from parcels
expect ID == 9007199254740993
expect small type integer
expect price == 9.9
expect price type number
expect name == "it's ä"
expect at == "2026-01-31 10:00:00"
expect note == {"a": [1]}
expect flag == 5
expect bytes == ab
expect nothing type null
expect gone !exists
expect rows == 2`,
      () => ({
        columns: [
          { name: 'id', type: 8 },
          { name: 'small', type: 8 },
          { name: 'price', type: 246 },
          { name: 'name', type: 253 },
          { name: 'at', type: 12 },
          { name: 'note', type: 245 },
          { name: 'flag', type: 16 },
          { name: 'bytes', type: 252 },
          { name: 'nothing', type: 253 },
        ],
        rows: [
          [
            mysqlLong(9007199254740993n),
            mysqlLong(7n),
            mysqlText('9.90'),
            mysqlText("it's ä"),
            Buffer.from([7, 0xea, 0x07, 1, 31, 10, 0, 0]),
            mysqlText('{"a": [1]}'),
            mysqlText('\u0005'),
            mysqlText('ab'),
            null,
          ],
          Array.from({ length: 9 }, () => null),
        ],
      }),
    );
    expect(results.tests[0]?.assertions?.filter(({ passed }) => !passed)).toEqual([]);
    expect(results.tests[0]?.assertions).toHaveLength(12);
    expect(results.code).toBe(0);
  });

  it('is asked once, in a read-only transaction, with bound values', async () => {
    const { seen, code } = await check(
      `query select id from t where id = {{id}}\n  and name = '{{name}}'\nexpect rows == 0`,
      () => ({ columns: [{ name: 'id', type: 8 }], rows: [] }),
    );
    expect(code).toBe(0);
    expect(seen).toEqual([
      'set session max_execution_time = 30000',
      'start transaction read only',
      'select id from t where id = ?\nand name = ?',
      [2, "x' or '1'='1"],
    ]);
  });

  it('fails the checks of a query with an error', async () => {
    const message = 'Cannot execute statement in a READ ONLY transaction.';
    const { code, tests } = await check('query delete from t\nexpect rows == 0', () => ({
      code: 1792,
      message,
    }));
    expect(code).toBe(1);
    expect(tests[0]?.assertions?.[0]).toMatchObject({
      subject: 'db rows',
      passed: false,
      actual: null,
      message,
    });
  });

  it('fails the request when the password is wrong, and shows none', async () => {
    const { tests, stdout } = await check(
      'query select 1 as a\nexpect a == 1',
      () => undefined,
      'sim sala bim',
    );
    expect(tests[0]).toMatchObject({
      errorKind: 'db',
      error: "cannot connect to the database: Access denied for user 'clerk' (using password: YES)",
    });
    expect(stdout).not.toMatch(/sim sala bim|sim%20sala/);
  });

  it('fails the request when nobody listens', async () => {
    const { url } = await loopback(() => ({ json: { id: 1, name: 'x' } }));
    const db = 'mysql://clerk:secret-pw@127.0.0.1:1/shop';
    const { tests, stdout } = await run({ 'a.http': fileOf(url, db, 'query select 1 as a\nexpect a == 1') }, [
      '--allow-db',
    ]);
    expect(tests[0]).toMatchObject({
      errorKind: 'db',
      error: 'cannot connect to the database: 127.0.0.1:1 refused the connection',
    });
    expect(stdout).not.toContain('secret-pw');
  });

  it('is left at once on Ctrl-C', async () => {
    const { url } = await loopback(() => ({ json: { id: 1, name: 'x' } }));
    const server = await mysqlServer(ACCOUNT, () => undefined);
    const db = `mysql://clerk:${encodeURIComponent(ACCOUNT.password)}@127.0.0.1:${server.port}/shop`;
    const cwd = await temporaryWorkspace({ 'a.http': fileOf(url, db, 'query select sleep(30)') });
    const svc = startSvc(['run', 'a.http', '--allow-db', '--no-history'], { cwd });
    await svc.until(() => server.seen.length === 4);
    // The server never responds to the query; a program that waited for it would be killed.
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(130);
  });
});

describe('a database client that is not installed', () => {
  it.each([
    ['postgres', 'postgres'],
    ['mysql', 'mysql2'],
  ])('%s: the request fails and says what to install', async (scheme, name) => {
    const { url } = await loopback(() => ({ json: { id: 1, name: 'x' } }));
    const db = `${scheme}://clerk:secret-pw@127.0.0.1:1/shop`;
    const cwd = await temporaryWorkspace({ 'a.http': fileOf(url, db, 'query select 1 as a\nexpect a == 1') });
    const main = `${copyBuild(cwd)}/main.js`;
    const { code, stdout } = await runProgram(
      process.execPath,
      [main, 'run', 'a.http', '--allow-db', '--no-history'],
      {
        cwd,
      },
    );
    expect(code).toBe(1);
    expect(stdout).toContain(
      `\n   db: this database needs the package "${name}"; install it beside svc (npm install ${name})\n`,
    );
    expect(stdout).not.toContain('secret-pw');
  });
});
