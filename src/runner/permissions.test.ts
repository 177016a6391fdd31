/** Hooks, shell and databases inside a run: permission, order, result. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';
import { temporaryWorkspace, writeFiles } from '../../test/support/files/workspace.js';

interface Sqlite {
  readonly DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
}

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite') as Sqlite;

describe('without permission', () => {
  it.each([
    ['# @before echo hi > out', '', 'hook', 'hooks are off; allow them with --allow-shell'],
    ['# @after echo hi > out', '', 'hook', 'hooks are off; allow them with --allow-shell'],
    ['', '>>>shell\necho hi > out\n<<<', 'shell', 'shell blocks are off; allow them with --allow-shell'],
    [
      '# @db sqlite:x.db',
      dedent`
        >>>db
        query select 1 as a
        expect a 1
        <<<
      `.trimEnd(),
      'db',
      'database checks are off; allow them with --allow-db',
    ],
  ])('%s %j fails unsent', async (head, block, errorKind, error) => {
    const server = await loopback();
    const { results, root } = await runRequests({
      'a.http': dedent`
        ### a
        ${head}
        GET ${server.url}
        ${block}
      `,
    });
    expect(results[0]).toMatchObject({ passed: false, errorKind, error, attempts: 0 });
    expect(server.seen).toEqual([]);
    expect(existsSync(join(root, 'out'))).toBe(false);
  });

  it('names the way of the server', async () => {
    const { results } = await runRequests(
      {
        'a.http': dedent`
          GET http://127.0.0.1:1/
          >>>shell
          true
          <<<
        `,
      },
      { options: { mode: 'server' } },
    );
    expect(results[0]?.error).toBe('shell blocks are off; start the server with --allow-shell');
  });
});

describe('hooks and shell', () => {
  const options = { allowShell: true };

  it('run around the request, in order, with its captures', async () => {
    const server = await loopback(() => ({ json: { id: "it's; rm -rf x" } }));
    const { results, root } = await runRequests(
      {
        'sub/a.http': `### a
# @before echo before {{v}} >> log
# @before echo second >> log
# @after echo after {{id}} >> ../log2
# @after exit 3
POST ${server.url}
>>>capture
id from body.id
<<<
>>>shell
echo shell {{a.id}} >> log
- exit 9
<<<
`,
      },
      { options: { ...options, environment: { v: '$(touch hacked)' } } },
    );
    expect(results[0]).toMatchObject({
      passed: true,
      warnings: ['@after `exit 3` exited with code 3'],
      shell: [
        { command: 'echo shell {{a.id}} >> log', exitCode: 0, output: '' },
        { command: 'exit 9', exitCode: 9, output: '' },
      ],
    });
    expect(await readFile(join(root, 'sub/log'), 'utf8')).toBe(
      "before $(touch hacked)\nsecond\nshell it's; rm -rf x\n",
    );
    expect(await readFile(join(root, 'log2'), 'utf8')).toBe("after it's; rm -rf x\n");
    expect(existsSync(join(root, 'sub/hacked'))).toBe(false);
  });

  it('before fails the request unsent, retried, without after hooks', async () => {
    const server = await loopback();
    const { results, root } = await runRequests(
      {
        'a.http': dedent`
          # @before echo x >> log; exit 1
          # @after echo y >> log
          # @retry 1
          # @retryDelay 0
          GET ${server.url}
        `,
      },
      { options },
    );
    expect(results[0]).toMatchObject({ passed: false, errorKind: 'hook', attempts: 2 });
    expect(server.seen).toEqual([]);
    expect(await readFile(join(root, 'log'), 'utf8')).toBe('x\nx\n');
  });

  it('after runs also without a response, shell only with a response', async () => {
    const { results, root } = await runRequests(
      {
        'a.http': dedent`
          # @after echo y >> log
          GET http://127.0.0.1:1/
          >>>shell
          echo z >> log
          <<<
        `,
      },
      { options },
    );
    expect(results[0]).toMatchObject({ errorKind: 'connect' });
    expect(results[0]?.shell).toBeUndefined();
    expect(await readFile(join(root, 'log'), 'utf8')).toBe('y\n');
  });

  it('shell runs after failed assertions, fails the request, and is retried', async () => {
    const server = await loopback();
    const { results } = await runRequests(
      {
        'a.http': dedent`
          ### a
          GET ${server.url}
          >>>
          expect status 500
          <<<
          >>>shell
          echo ran
          <<<
          ### b
          # @retry 1
          # @retryDelay 0
          GET ${server.url}
          >>>shell
          false
          <<<
          ### c
          GET ${server.url}
          >>>shell
          echo {{gone}}
          <<<
        `,
      },
      { options },
    );
    expect(results[0]?.shell?.[0]?.output).toBe('ran\n');
    expect(results[1]).toMatchObject({
      passed: false,
      errorKind: 'shell',
      error: '`false` exited with code 1',
      attempts: 2,
    });
    expect(results[2]).toMatchObject({ passed: false, errorKind: 'variable' });
  });

  it.each([
    ["# @before echo '{{v}}'", 'hook'],
    ["# @after echo '{{v}}'", 'hook'],
  ])('%s fails before anything happens', async (directive, errorKind) => {
    const server = await loopback();
    const { results } = await runRequests(
      { 'a.http': `${directive}\nGET ${server.url}\n` },
      { options: { ...options, environment: { v: 1 } } },
    );
    expect(results[0]).toMatchObject({ errorKind, attempts: 0 });
    expect(results[0]?.error).toContain('single quotes');
    expect(server.seen).toEqual([]);
  });
});

describe('databases', () => {
  const options = { allowDb: true };

  async function workspace(): Promise<string> {
    const root = await temporaryWorkspace();
    const database = new DatabaseSync(join(root, 'app.db'));
    database.exec(
      "create table users (id integer, name text, big integer, note text); insert into users values (1, 'ada', 9007199254740993, null), (2, 'o''hara; drop table users', 2, 'x')",
    );
    database.close();
    return root;
  }

  async function check(lines: string, values: Record<string, unknown> = {}, db = 'sqlite:./app.db') {
    const root = await workspace();
    const server = await loopback(() => ({ json: { id: 2 } }));
    const text = dedent`
      ### a
      # @db ${db}
      GET ${server.url}
      >>>capture
      id from body.id
      <<<
      >>>db
      ${lines}
      <<<
    `;
    writeFiles(root, { 'a.http': text });
    const { results } = await runRequests(
      { 'a.http': text },
      { root, options: { ...options, environment: values } },
    );
    const [result] = results;
    if (!result) throw new Error('no result');
    return { ...result, seen: server.seen };
  }

  it('are asked with bound values, typed columns, and the operators of assertions', async () => {
    const result = await check(
      `query select id, NAME as Name, note, big from users where id = {{a.id}}\nexpect name contains hara\nexpect "ID" 2\nexpect note x\nexpect rows 1\nquery select * from users\n  where name = '{{name}}'\nexpect rows == 1\nexpect big 9007199254740993\nexpect note null\nexpect missing exists\nquery select * from users where id = 99\nexpect rows 0\nexpect name !exists`,
      { name: 'ada' },
    );
    expect(result.assertions.map(({ subject, passed }) => `${subject} ${passed}`)).toEqual([
      'db name true',
      'db "ID" true',
      'db note true',
      'db rows true',
      'db rows true',
      'db big true',
      'db note true',
      'db missing false',
      'db rows true',
      'db name true',
    ]);
    expect(result.passed).toBe(false);
  });

  it('cannot be injected into', async () => {
    const result = await check(
      "query select count(*) as n from users where name = '{{name}}'\nexpect n 0\nquery select count(*) as n from users\nexpect n 2",
      {
        name: "' or 1=1; drop table users; --",
      },
    );
    expect(result.passed).toBe(true);
  });

  it.each([
    "insert into users values (3, 'x', 1, 'y')",
    'drop table users',
    "attach '/etc/hosts' as x",
    "select load_extension('x')",
    'select nothing from nowhere',
  ])('fail the checks of: %s', async (sql) => {
    const result = await check(`query ${sql}\nexpect rows 0\nexpect x 1`);
    expect(result.assertions.map(({ passed }) => passed)).toEqual([false, false]);
    expect(result.assertions[0]?.message).not.toBe('');
    expect(result.errorKind).toBe('');
  });

  it.each([
    ['sqlite:../other.db', 'path is outside the workspace: ../other.db'],
    ['sqlite:gone.db', 'file not found: gone.db'],
    ['oracle://x', '@db needs sqlite:<path>, postgres://… or mysql://…'],
    [
      'postgres://u:hunter22@127.0.0.1:1/db',
      'cannot connect to the database: 127.0.0.1:1 refused the connection',
    ],
    [
      'mysql://u:hunter22@localhost:1/db',
      'cannot connect to the database: localhost:1 refused the connection',
    ],
  ])('at %s fail the request', async (db, error) => {
    const result = await check('query select 1 as a\nexpect a 1', {}, db);
    expect(result).toMatchObject({ passed: false, errorKind: 'db', error, attempts: 1 });
  });

  it('refuse a placeholder that cannot be bound before anything is sent', async () => {
    const result = await check('query select * from {{table}}_x\nexpect rows 1', { table: 'users' });
    expect(result).toMatchObject({ errorKind: 'db', attempts: 0, seen: [] });
  });
});
