/** Workspaces run against the mock server of their own files: everything passes. */
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { readPages } from '../support/files/markdown.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess, startInProcess } from '../support/program/in-process-svc.js';
import { repositoryRoot } from '../support/program/run-svc.js';

interface OwnRun {
  readonly code: number | null;
  readonly summary: string;
  /** The lines of the report that are not about a passed request. */
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
}

async function runAgainstOwnMock(cwd: string, ...args: readonly string[]): Promise<OwnRun> {
  const mock = startInProcess(['mock', '.', '--port', '0'], { cwd });
  await mock.until(() => mock.stderr().includes('Mock server on'));
  const url = /^Mock server on (\S+)/m.exec(mock.stderr())?.[1] ?? '';
  const run = await runInProcess(['run', ...args, '--variable', `baseUrl=${url}`, '--no-history'], { cwd });
  await mock.close();
  const lines = run.stdout.split('\n');
  return {
    code: run.code,
    summary: lines.findLast((line) => line.startsWith('Tests:')) ?? '',
    failures: lines.filter((line) => /^ +(?:✗|x|-) /.test(line)),
    warnings: mock.stderr().match(/^Warning: .*$/gm) ?? [],
  };
}

function passed(count: number): OwnRun {
  return { code: 0, summary: `Tests: ${count} passed, ${count} total`, failures: [], warnings: [] };
}

describe('a workspace against its own mock', () => {
  it('passes: the shop of docs/load-testing.md', async () => {
    const pages = await readPages();
    const page = pages.find(({ path }) => path === 'docs/load-testing.md');
    const shop = page?.examples.find(({ notes }) => notes.get('file') === 'shop.http')?.text ?? '';
    const cwd = await temporaryWorkspace({ 'shop.http': shop });
    expect(await runAgainstOwnMock(cwd, 'shop.http')).toEqual(passed(4));
  });

  it('passes: what svc init writes', async () => {
    const cwd = await temporaryWorkspace();
    await runInProcess(['init', '-q'], { cwd });
    expect(await runAgainstOwnMock(cwd, '.')).toEqual(passed(3));
  });

  it('passes: examples that do not ask the same path for different responses', async () => {
    const cwd = await temporaryWorkspace();
    await cp(join(repositoryRoot, 'examples'), cwd, { recursive: true });
    expect(await readdir(cwd)).toContain('session.http');
    const whole = await runAgainstOwnMock(cwd, 'session.http', 'search.http');
    expect(whole).toMatchObject({ code: 0, summary: 'Tests: 7 passed, 7 total', failures: [] });
    const chain = await runAgainstOwnMock(cwd, 'parcels.http', '-n', 'read', '-n', 'Add a label');
    expect(chain).toMatchObject({ code: 0, failures: [] });
    expect(chain.summary).toContain('4 passed');
  });

  it('passes: captures of every kind, also in other files and in URLs', async () => {
    const cwd = await temporaryWorkspace({ 'auth.http': AUTH, 'users.http': USERS });
    expect(await runAgainstOwnMock(cwd, '.')).toEqual(passed(12));
  });
});

const AUTH = dedent`
  ### login
  POST {{baseUrl}}/login

  {"user": "ada"}

  >>>
  expect status 201
  expect body.user.id type integer
  <<<

  >>>capture
  token from body.token
  userId from body.user.id
  session from cookie sid
  etag from header ETag
  csrf from regex /csrf=(\\w+)/
  refresh from jsonpath $..refresh
  self from jsonpath $.links[?@.rel == "self"].href
  code from status
  took from duration
  whole from body
  hash from sha256
  where from url
  <<<
`;

const USERS = dedent`
  ### user
  # @depends ./auth.http#login
  # @auth bearer {{login.token}}
  GET {{baseUrl}}/users/{{login.userId}}
  X-Csrf: {{login.csrf}}
  If-None-Match: {{login.etag}}

  >>>
  expect body.id == {{login.userId}}
  expect body.session == {{login.session}}
  expect body.refresh == {{login.refresh}}
  expect body.created == {{login.code}}
  <<<

  >>>capture
  next from body.links.next
  api from body.api
  host from body.host
  place from header Location
  <<<

  ### the next page, by its whole address
  # @depends user
  GET {{user.next}}?page=2

  >>>
  expect body.page == 2
  expect body.self == {{user.next}}
  <<<

  ### items, below a captured address
  # @depends user
  GET {{user.api}}/items/{{login.userId}}

  >>>capture
  first from body[0].id
  <<<

  ### things, at a captured host
  # @depends user
  GET http://{{user.host}}/things

  ### by Location
  # @depends user
  PUT {{baseUrl}}{{user.place}}

  ### parts of a response that nothing captures
  # @depends user
  GET {{baseUrl}}/implicit/{{user.response.body.deep.key}}
  X-Rate: {{user.response.headers.X-Rate}}

  ### document
  # @name document
  GET {{baseUrl}}/document

  >>>capture
  order from xpath //order/@id
  city from xpath //office[@id=1]/city
  <<<

  ### from the document
  # @depends document
  DELETE {{baseUrl}}/orders/{{document.order}}/{{document.city}}

  ### text
  # @name text
  GET {{baseUrl}}/text

  >>>
  expect regex /state: (\\w+)/ == sent
  <<<

  >>>capture
  number from regex /order (\\d+)/
  <<<

  ### from the text
  # @depends text
  GET {{baseUrl}}/orders/{{text.number}}

  >>>
  expect body.number == {{text.number}}
  expect size >= 200
  <<<
`;
