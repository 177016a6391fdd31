import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { readPages } from '../support/files/markdown.js';
import { temporaryDirectory, writeFiles } from '../support/files/workspace.js';
import { installPackage, strictSettings } from '../support/program/consumer.js';
import { repositoryRoot, runProgram, type RunOutcome } from '../support/program/run-svc.js';

let project: string;

const page = (await readPages()).find(({ path }) => path === 'docs/library.md');
const examples = page?.examples ?? [];

beforeAll(async () => {
  project = await temporaryDirectory();
  installPackage(project, ['vitest', '@types/node', 'undici-types']);
  for (const { notes, text } of examples) {
    const name = notes.get('file');
    if (name !== undefined) writeFiles(project, { [name]: text });
  }
  writeFiles(project, {
    'checks.http': dedent`
      ### good
      GET {{shop}}/good

      >>>
      expect status == 200
      <<<

      ### bad
      GET {{shop}}/good

      >>>
      expect status == 200
      expect body.id == 8
      <<<

      ### later
      # @skip not yet
      GET {{shop}}/later

      ### rows
      # @data rows.csv
      GET {{shop}}/rows?n={{row.n}}

      >>>
      expect header X-N == {{row.n}}
      <<<

      ### dependent
      # @depends bad
      GET {{shop}}/dependent
    `,
    'broken.http': 'GET http://127.0.0.1/\n\n>>>\nexpect status == 200\n',
    'rows.csv': 'n\n1\n2\n3\n',
    'shop-server.mjs': dedent`
      import { createServer } from 'node:http';
      export const seen = [];
      export const server = createServer((request, response) => {
        seen.push(request.url);
        response.setHeader('X-N', request.url === '/rows?n=2' ? 'two' : request.url.slice(-1));
        response.end('{"id": 7}');
      });
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      export const shop = 'http://127.0.0.1:' + server.address().port;
      export const end = () => {
        server.closeAllConnections();
        server.close();
      };
    `,
  });
});

afterAll(() => rm(project, { recursive: true, force: true }));

function node(...args: readonly string[]): Promise<RunOutcome> {
  return runProgram(process.execPath, args, { cwd: project });
}

describe('the programs of docs/library.md', () => {
  const programs = examples.filter(({ language }) => language === 'js');
  const plain = programs.filter(({ notes }) => !notes.get('file')?.includes('.test.'));

  it('are found, and every block is run or checked', () => {
    expect(plain.length).toBeGreaterThan(4);
    expect(programs.filter(({ notes }) => !notes.has('file'))).toEqual([]);
    expect(examples.filter(({ language }) => !['js', 'ts', 'http'].includes(language))).toEqual([]);
  });

  it.each(plain.map(({ notes, text }) => [notes.get('file') ?? '', text] as const))(
    '%s prints what its comments say',
    async (file, text) => {
      const shown = [...text.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, line = '']) => `${line}\n`);
      expect(await node(file)).toEqual({ code: 0, signal: null, stdout: shown.join(''), stderr: '' });
    },
  );

  it('are tests of node:test and of vitest', async () => {
    const byNode = await node('--test', '--test-reporter=tap', 'shop.test.mjs');
    expect(byNode.stdout).toContain('# pass 2');
    expect(byNode.code).toBe(0);
    const byVitest = await vitest('vitest.test.mjs');
    expect(byVitest.stdout).toContain('"numPassedTests":2');
    expect(byVitest.code).toBe(0);
  });
});

describe('TypeScript', () => {
  function tsc(config: string): Promise<RunOutcome> {
    const compiler = join(repositoryRoot, 'node_modules', 'typescript', 'bin', 'tsc');
    return node(compiler, '-p', config, '--pretty', 'false');
  }

  const program = dedent`
    import { createMock, renderReport, run, type RunEvent, type RunSummary, ServiceError } from 'svc-http';
    import { requestTests } from 'svc-http/testing';
    import * as nodeTest from 'node:test';

    const kinds: RunEvent['kind'][] = [];
    const unset: string | undefined = undefined;
    const summary: RunSummary = await run(['a.http'], {
      config: false,
      environment: unset,
      settings: { headers: { a: 'b' }, secrets: ['a', { name: 'b', command: ['op', 'read'] }], tls: { caCert: 'c' } },
      onEvent: (event) => kinds.push(event.kind),
    });
    const body: string | undefined = summary.files[0]?.results[0]?.response.body;
    const mock = await createMock(['a.http'], { onRequest: ({ path }) => console.log(path) });
    await mock[Symbol.asyncDispose]();
    console.log(body, await renderReport(summary, 'junit'), new ServiceError('usage', 'x').kind);
    await requestTests(['a.http'], { describe: nodeTest.describe, it: nodeTest.it, tags: ['smoke'] });
    await requestTests(['a.http'], { describe: nodeTest.suite, it: nodeTest.test });
    // @ts-expect-error: the option is called environment
    await run(['a.http'], { enviroment: 'x' });
    // @ts-expect-error: paths are a list
    await run('a.http');
  `;

  it('accepts strict programs, the declarations included', async () => {
    const blocks = examples.filter(({ language }) => language === 'ts').map(({ text }) => text);
    expect(blocks).toHaveLength(1);
    writeFiles(project, {
      'program.ts': program,
      'using.ts':
        "import { createMock } from 'svc-http';\nawait using mock = await createMock(['a.http']);\nmock.port.toFixed();\n",
      'page.ts': blocks[0] ?? '',
      'tsconfig.json': strictSettings(['program.ts', 'page.ts', 'using.ts']),
    });
    expect(await tsc('tsconfig.json')).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });

  it('accepts describe and it of vitest', async () => {
    writeFiles(project, {
      'with-vitest.ts': dedent`
        import { requestTests } from 'svc-http/testing';
        import { describe, it, test } from 'vitest';
        await requestTests(['a.http'], { describe, it });
        await requestTests(['a.http'], { describe, it: test });
      `,
      'vitest.json': strictSettings(['with-vitest.ts'], { skipLibCheck: true }),
    });
    expect(await tsc('vitest.json')).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });

  it('accepts the types of browsers instead of those of Node', async () => {
    writeFiles(project, {
      'dom.ts': "import { run, createMock } from 'svc-http';\nexport const all = [run, createMock];\n",
      'dom.json': strictSettings(['dom.ts'], { types: [], lib: ['es2022', 'dom'] }),
    });
    expect(await tsc('dom.json')).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });
});

/** Before anything is done: what is there anyway. */
const BEFORE = `
const listeners = ['SIGINT', 'SIGTERM', 'beforeExit', 'exit', 'uncaughtException', 'unhandledRejection'];
const before = Object.fromEntries(listeners.map((name) => [name, process.listenerCount(name)]));
const globals = new Set(Object.keys(globalThis));
`;

/** Says what keeps the process alive, and which listeners and globals there are now. */
const AFTERWARDS = `
await new Promise((resolve) => setTimeout(resolve, 1));
const open = process.getActiveResourcesInfo().filter((name) => !/^(?:TTYWrap|PipeWrap|FSReqCallback|Immediate)$/.test(name));
const caught = listeners.filter((name) => process.listenerCount(name) > before[name]);
console.log(JSON.stringify({ open, caught, more: Object.keys(globalThis).filter((name) => !globals.has(name)) }));
`;

describe('a program', () => {
  const body = `
import { shop, end } from './shop-server.mjs';
const summary = await run(['checks.http', 'broken.http'], { variables: { shop, localhost: 'localhost' } });
const mock = await createMock(['checks.http'], { variables: { shop } });
await (await fetch(mock.url + '/good')).text();
await mock.close();
await run(['checks.http'], { variables: { shop }, signal: AbortSignal.abort() }).catch(() => 0);
await run(['checks.http'], { variables: { shop: 'http://127.0.0.1:1' }, onEvent() { throw new Error(); } }).catch(() => 0);
await renderReport(summary, 'html');
end();
`;

  it('finds nothing printed and nothing left open, and ends by itself', async () => {
    writeFiles(project, {
      'quiet.mjs': `import { run, createMock, renderReport } from 'svc-http';\n${BEFORE}${body}${AFTERWARDS}`,
    });
    const outcome = await node('quiet.mjs');
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    const { open, caught, more } = JSON.parse(outcome.stdout) as Record<string, readonly string[]>;
    // The program's own fetch may keep connections of the mock for a moment.
    expect({ open: open?.filter((name) => !/TCPSocketWrap|Timeout/.test(name)), caught, more }).toEqual({
      open: [],
      caught: [],
      more: [],
    });
  });

  it('leaves no socket and no timer behind when only requests were sent', async () => {
    writeFiles(project, {
      'sent.mjs': `import { run } from 'svc-http';
${BEFORE}
const { createServer } = await import('node:http');
const server = createServer((_, response) => response.end());
await new Promise((resolve) => server.listen(0, resolve));
const shop = 'http://localhost:' + server.address().port;
for (const parallel of [true, false]) await run(['checks.http'], { variables: { shop }, settings: { parallel } });
server.closeAllConnections();
await new Promise((resolve) => server.close(resolve));
${AFTERWARDS}`,
    });
    const { code, stdout, stderr } = await node('sent.mjs');
    expect({ code, stderr, results: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      stderr: '',
      results: { open: [], caught: [], more: [] },
    });
  });

  it('may require it', async () => {
    writeFiles(project, {
      'required.cjs': `
const { run, createMock } = require('svc-http');
const { requestTests } = require('svc-http/testing');
(async () => {
  const mock = await createMock(['shop.http'], { variables: { shop: 'http://shop.test' } });
  const { passed } = await run(['shop.http'], { variables: { shop: mock.url } });
  await mock[Symbol.asyncDispose]();
  console.log(passed, typeof requestTests, await fetch(mock.url).then(() => 'open', () => 'closed'));
})();
`,
    });
    expect(await node('required.cjs')).toEqual({
      code: 0,
      signal: null,
      stdout: '2 function closed\n',
      stderr: '',
    });
  });

  it('closes a mock with await using', async () => {
    const source = `
import { createMock } from 'svc-http';
let url;
{
  await using mock = await createMock(['shop.http'], { variables: { shop: 'http://shop.test' } });
  url = mock.url;
  console.log((await fetch(url + '/login', { method: 'POST' })).status);
}
console.log(await fetch(url).then(() => 'open', () => 'closed'));
`;
    // Versions of Node that do not know the syntax run what the compiler makes of it.
    writeFiles(project, {
      'with-using.mts': source,
      'using.json': strictSettings(['with-using.mts'], {
        noEmit: false,
        outDir: '.',
        lib: ['es2022', 'esnext.disposable'],
      }),
    });
    const compiler = join(repositoryRoot, 'node_modules', 'typescript', 'bin', 'tsc');
    await node(compiler, '-p', 'using.json', '--noCheck');
    writeFiles(project, { 'as-written.mjs': source });
    const knowsSyntax = (await node('--check', 'as-written.mjs')).code === 0;
    for (const file of ['with-using.mjs', ...(knowsSyntax ? ['as-written.mjs'] : [])])
      expect(await node(file), file).toEqual({ code: 0, signal: null, stdout: '200\nclosed\n', stderr: '' });
  });
});

const REQUEST_TESTS = (runner: string, after: string): string => `
import { requestTests } from 'svc-http/testing';
import { describe, it, ${after} as afterAll } from '${runner}';
import { shop, end, seen } from './shop-server.mjs';
afterAll(() => {
  process.stderr.write('SEEN ' + seen.join(' ') + '\\n');
  end();
});
await requestTests(['checks.http', 'broken.http'], { describe, it, variables: { shop } });
`;

/** What the target has seen: each request once, although the tests are many. */
const SEEN = 'SEEN /good /good /rows?n=1 /rows?n=2 /rows?n=3\n';

describe('requestTests', () => {
  it('makes tests of node:test', async () => {
    writeFiles(project, { 'node.test.mjs': REQUEST_TESTS('node:test', 'after') });
    const { stdout, code } = await node('--test', '--test-reporter=tap', 'node.test.mjs');
    expect(code).toBe(1);
    expect(stdout.replaceAll(/duration_ms: [\d.]+/g, '')).toContain('ok 3 - later # SKIP not yet');
    const results = stdout.split('\n').flatMap((line) => /^ {4}((?:not )?ok .*)$/.exec(line)?.[1] ?? []);
    expect(results).toEqual([
      'ok 1 - good',
      'not ok 2 - bad',
      'ok 3 - later # SKIP not yet',
      'not ok 4 - rows',
      'ok 5 - dependent # SKIP dependency failed: bad',
      'not ok 1 - broken.http',
    ]);
    for (const place of ['checks.http:13:1', 'checks.http:25:1', 'broken.http:3:1'])
      expect(stdout).toContain(join(project, place));
    expect(stdout).toMatch(/Expected: 8\n\s+Actual: {3}7\n/);
    expect(stdout).toContain('rows [2]');
    expect(stdout).not.toContain('rows [1]');
    expect(stdout).toContain(SEEN.trim());
  });

  it('makes tests of vitest', async () => {
    writeFiles(project, { 'with-vitest.test.mjs': REQUEST_TESTS('vitest', 'afterAll') });
    const { stdout, stderr, code } = await vitest('with-vitest.test.mjs');
    expect(code, stdout + stderr).toBe(1);
    const { testResults } = JSON.parse(stdout) as {
      testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
    };
    const results = testResults[0]?.assertionResults ?? [];
    expect(results.map(({ fullName, status }) => `${status} ${fullName}`)).toEqual([
      'passed checks.http good',
      'failed checks.http bad',
      'skipped checks.http later',
      'failed checks.http rows',
      'skipped checks.http dependent',
      'failed broken.http broken.http',
    ]);
    expect(results[1]?.failureMessages[0]).toMatch(
      /^RequestFailure: bad +checks\.http:13\n {2}GET .* -> 200 OK\n[^]*Expected: 8\n {2}Actual: {3}7\n {4}at bad \(.*checks\.http:13:1\)$/,
    );
    expect(results[5]?.failureMessages[0]).toContain('broken.http:3:1: ');
  });

  it('refuses wrong options', async () => {
    writeFiles(project, {
      'wrong.mjs': `
import { requestTests } from 'svc-http/testing';
const describe = () => 0;
for (const options of [{}, { describe }, { describe, it: 1 }, { describe, it: describe, tag: ['a'] }, { describe, it: describe, tags: ['a'] }])
  await requestTests(['checks.http'], options).catch(({ kind, message }) => console.log(kind, message));
`,
    });
    const { stdout } = await node('wrong.mjs');
    expect(stdout).toBe(
      dedent`
        usage requestTests needs the option describe, that of vitest or node:test
        usage requestTests needs the option it, that of vitest or node:test
        usage the option it of requestTests must be a function
        usage requestTests has no option "tag"; did you mean tags?
        usage no request in checks.http matches tags a; no request has tags
      `,
    );
  });
});

function vitest(file: string): Promise<RunOutcome> {
  return node(
    join(project, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    file,
    '--reporter=json',
    `--root=${project}`,
  );
}
