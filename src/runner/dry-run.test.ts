import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { temporaryWorkspace } from '../../test/support/files/workspace.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { describeRun, type PlannedFile } from './dry-run.js';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from './plan/options.js';
import { planRun } from './plan/plan.js';
import { openRun } from './run.js';
import { workspaceFileAccess } from './workspace-file-access.js';

async function describeText(text: string, options: Partial<RunOptions>): Promise<PlannedFile | undefined> {
  const root = await temporaryWorkspace({
    'auth.http': '### login\nGET http://127.0.0.1:1/login\n>>>capture\ntoken from body.token\n<<<\n',
  });
  const run = openRun({
    files: [{ file: await parseRequestFile(text, 'a.http'), shown: 'a.http', directory: root }],
    options: { ...DEFAULT_RUN_OPTIONS, ...options },
    signal: new AbortController().signal,
    process: { HOME_PAGE: 'from-process' },
    fileAccess: workspaceFileAccess({ root, shownFrom: root }),
  });
  const [file] = describeRun(run, await planRun(run));
  run.close();
  return file;
}

describe('describeRun', () => {
  it('says what an element gives', async () => {
    const text =
      '### a\n# @each {{stage}} as x\n# @if {{y}}\nGET http://h/{{x.id}}/{{each_number}}/{{each}}\n';
    const file = await describeText(text, { environment: { stage: [1] } });
    const sources = file?.requests[0]?.variables.map(({ name, source }) => `${name}: ${source}`);
    expect(sources?.toSorted()).toEqual([
      'each: no value',
      'each_number: element',
      'stage: environment dev',
      'x.id: element',
      'y: no value',
    ]);
  });

  it('shows order, dependencies, skip reasons, URLs and where values come from, without secrets', async () => {
    const server = await loopback();
    const file = await describeText(
      `@base = ${server.url}
@secret key = file-secret-1
### read
# @depends login, ./auth.http#login
GET {{base}}/{{login.token}}/{{key}}?p={{HOME_PAGE}}&e={{stage}}&d={{dot}}&o={{given}}&n={{nowhere}}
### login
POST {{base}}/login
>>>capture
token from body.token
<<<
### off
# @skip later
GET {{base}}
`,
      {
        environment: { stage: 'dev-secret-2' },
        secretNames: ['stage'],
        dotenv: { dot: 'd1' },
        operatorVariables: { given: 'g1' },
      },
    );
    expect(
      file?.requests.map(({ name, file: at, skipReason, pulledIn }) => [name, at, skipReason, pulledIn]),
    ).toEqual([
      ['login', 'a.http', '', false],
      ['login', 'auth.http', '', true],
      ['read', 'a.http', '', false],
      ['off', 'a.http', 'later', false],
    ]);
    const read = file?.requests[2];
    expect(read).toMatchObject({
      method: 'GET',
      line: 3,
      dependencies: ['login', './auth.http#login'],
      url: `${server.url}/{{login.token}}/[REDACTED]?p=from-process&e=[REDACTED]&d=d1&o=g1&n={{nowhere}}`,
    });
    expect(read?.variables).toEqual([
      { name: 'base', source: 'file variable', value: server.url },
      { name: 'login.token', source: 'capture of login', value: undefined },
      { name: 'key', source: 'file variable', value: '[REDACTED]' },
      { name: 'HOME_PAGE', source: 'process environment', value: 'from-process' },
      { name: 'stage', source: 'environment dev', value: '[REDACTED]' },
      { name: 'dot', source: 'dotenv file', value: 'd1' },
      { name: 'given', source: 'given for the run', value: 'g1' },
      { name: 'nowhere', source: 'no value', value: undefined },
    ]);
    expect(server.seen).toEqual([]);
  });

  it('knows which request of another file will capture a value, and what will be skipped', async () => {
    const file = await describeText(
      dedent`
        ### own
        # @depends ./auth.http#login
        GET http://127.0.0.1/{{login.token}}/{{token.part}}/{{tokens}}
        ### later
        GET http://127.0.0.1/{{token}}
        ### off
        # @skip later
        GET http://127.0.0.1/
        ### after off
        # @depends off
        GET http://127.0.0.1/
        ### lost
        # @depends ghost
        GET http://127.0.0.1/
      `,
      {},
    );
    const sources = file?.requests.map(({ name, variables }) => [
      name,
      ...variables.map((variable) => `${variable.name}: ${variable.source}`),
    ]);
    expect(sources?.slice(0, 3)).toEqual([
      ['login'],
      [
        'own',
        'login.token: captured by ./auth.http#login',
        'token.part: captured by ./auth.http#login',
        'tokens: no value',
      ],
      ['later', 'token: captured by ./auth.http#login'],
    ]);
    expect(file?.requests.slice(3).map(({ skipReason }) => skipReason)).toEqual([
      'later',
      'dependency failed: off',
      'dependency failed: ghost not found',
    ]);
  });

  it('knows rows and files that cannot run', async () => {
    const rows = await describeText(
      dedent`
        ### a
        # @data x.csv
        GET http://127.0.0.1/{{row.id}}
      `,
      {},
    );
    expect(rows?.requests[0]?.variables).toEqual([{ name: 'row.id', source: 'data row', value: undefined }]);
    const broken = await describeText('GTE x\n', {});
    expect(broken).toMatchObject({ requests: [], broken: [expect.stringContaining('a.http:1:1')] });
  });
});

it('finds no value for names that every object has', async () => {
  const file = await describeText('### a\nGET http://127.0.0.1:1/{{constructor}}/{{toString}}\n', {});
  expect(JSON.stringify(file)).not.toContain('process environment');
  expect(JSON.stringify(file)).toContain('no value');
});
