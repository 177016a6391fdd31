import { chmod, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readPages } from '../support/files/markdown.js';
import { temporaryDirectory, writeFiles } from '../support/files/workspace.js';
import { builtMain, repositoryRoot, runProgram, runSvc } from '../support/program/run-svc.js';
import { listening } from '../support/servers/raw-server.js';

/** What `session.lua` reports of its steps. */
interface Seen {
  readonly findings: readonly ShownFinding[];
  readonly completion: readonly string[];
  readonly hover: readonly string[];
  readonly rename: { readonly auth: readonly string[]; readonly orders: readonly string[] };
  readonly formatting: readonly string[];
  readonly run: readonly ShownFinding[];
  readonly curl: string;
  readonly messages: readonly string[];
}

interface ShownFinding {
  /** Line, column and end column, all from 1. */
  readonly place: readonly [number, number, number];
  readonly code?: string;
  readonly message: string;
  readonly severity: number;
}

describe('Neovim with the lines of the documentation', () => {
  let folder: string;
  let server: Server;
  let url: string;
  let paths: string[];
  let seen: Seen;
  let output: string;

  beforeAll(async () => {
    folder = await temporaryDirectory();
    paths = [];
    server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/login' ? '{"token":"t1"}' : '{"total":40}');
    });
    url = `http://127.0.0.1:${await listening(server)}`;
    writeFiles(folder, workspaceOf(url, await documentedBlock()));
    await chmod(join(folder, 'bin', 'svc'), 0o755);
    ({ seen, output } = await editorSession(folder));
  }, 300_000);

  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  it('says nothing of its own but the result of the run', () => {
    expect(output).not.toMatch(/E\d+:|traceback|not supported/);
    expect(seen.messages).toContain('LSP[svc] svc: 1 of 2 failed: readOrder, orders.http:9');
  });

  it('shows findings at their columns', () => {
    expect(seen.findings).toEqual([
      {
        place: [5, 15, 20],
        code: 'suspicious_value',
        message: expect.stringContaining('equls') as string,
        severity: 2,
      },
    ]);
  });

  it('completes captures of another file', () => {
    expect(seen.completion).toContain('login.token');
  });

  it('shows a value and where it comes from', () => {
    const shown = seen.hover.join('\n');
    expect(shown).toContain(url);
    expect(shown).toContain('environment dev');
  });

  it('renames a request in two files', () => {
    expect(seen.rename.auth).toContain('# @name signIn');
    expect(seen.rename.orders).toContain('# @depends ./auth.http#signIn');
    expect(seen.rename.orders).toContain('Authorization: Bearer {{signIn.token}}');
    expect(seen.rename.orders.join('\n')).not.toContain('login.');
  });

  it('formats as the command line does', async () => {
    const { stdout } = await runSvc(['fmt', '-'], { cwd: folder, input: UNTIDY });
    expect(seen.formatting).not.toEqual(UNTIDY.split('\n'));
    expect(`${seen.formatting.join('\n')}\n`).toBe(stdout);
    expect(await readFile(join(folder, 'untidy.http'), 'utf8')).toBe(stdout);
  });

  it('runs one request by its lens, with what it depends on', () => {
    expect(paths).toEqual(['/login', '/orders/1']);
    expect(seen.run).toMatchObject([
      {
        place: [9, 1, expect.any(Number)],
        message: expect.stringContaining('expected 42.5, got 40'),
        severity: 1,
      },
    ]);
  });

  it('copies a request as curl', () => {
    expect(seen.curl).toMatch(/^curl /);
    expect(seen.curl).toContain(`${url}/orders/1`);
  });
});

async function documentedBlock(): Promise<string> {
  const pages = await readPages();
  const blocks = pages.flatMap((page) => page.examples).filter(({ notes }) => notes.has('neovim'));
  expect(blocks).toHaveLength(1);
  return blocks[0]?.text ?? '';
}

function workspaceOf(url: string, block: string): Record<string, string> {
  return {
    'bin/svc': `#!/bin/sh\nexec '${process.execPath}' '${builtMain}' "$@"\n`,
    'init.lua': `vim.o.swapfile = false\n${CLIPBOARD}\n${block}`,
    'service.yaml': `environments:\n  dev:\n    base: ${url}\ndefaultEnvironment: dev\n`,
    'auth.http': '### Sign in\n# @name login\nGET {{base}}/login\n\n>>>capture\ntoken from body.token\n<<<\n',
    'orders.http': [
      '### Read one order',
      '# @name readOrder',
      '# @depends ./auth.http#login',
      'GET {{base}}/orders/1',
      'Authorization: Bearer {{login.token}}',
      '',
      '>>>',
      'expect status == 200',
      'expect body.total == 42.5',
      '<<<',
      '',
    ].join('\n'),
    'broken.http': '### One\nGET http://127.0.0.1:1/\n\n>>>\nexpect status equls 200\n<<<\n',
    'untidy.http': UNTIDY,
  };
}

const UNTIDY = '###   One\nGET   http://127.0.0.1:1/\n\n\n>>>\nexpect   status   ==   200\n<<<\n\n\n';

/** There is no clipboard without a display. */
const CLIPBOARD = `vim.cmd([[
let g:copied = []
let g:clipboard = {
\\ 'name': 'test',
\\ 'copy': { '+': {lines, kind -> extend(g:, {'copied': lines})}, '*': {lines, kind -> 0} },
\\ 'paste': { '+': {-> g:copied}, '*': {-> []} },
\\ }
]])`;

async function editorSession(folder: string): Promise<{ seen: Seen; output: string }> {
  const report = join(folder, 'report.json');
  const neovim = inject('neovim');
  const env = {
    ...neovim.env,
    PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_DATA_HOME: join(folder, '.data'),
    XDG_STATE_HOME: join(folder, '.state'),
    XDG_CACHE_HOME: join(folder, '.cache'),
    SVC_TEST_REPORT: report,
    SVC_TEST_LINE: '1',
    SVC_TEST_PATIENCE_MS: process.env['SVC_TEST_PATIENCE_MS'] ?? '30000',
  };
  const script = join(repositoryRoot, 'test', 'neovim', 'session.lua');
  const args = ['--headless', '-n', '-i', 'NONE', '-u', join(folder, 'init.lua'), '-c', `luafile ${script}`];
  const { stdout, stderr, code } = await runProgram(neovim.path, args, {
    cwd: folder,
    env,
    timeout: 280_000,
  });
  const output = stdout + stderr;
  if (code !== 0) throw new Error(`Neovim ended with ${String(code)}: ${output}`);
  return { seen: JSON.parse(await readFile(report, 'utf8')) as Seen, output };
}
