import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { runSvc, type RunOutcome } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const ORDERS = `@base = https://shop.example.test

### Log in
# @name login
POST {{base}}/session

{"user": "ada"}

>>>capture
token from body.token
<<<

### createOrder
# @tags write
# @depends login
# @auth bearer {{login.token}}
POST {{base}}/orders
X-Desk: {{desk}}

{"sku":"it's-7"}

### Not now
# @tags Read
# @skip
GET {{base}}/orders
`;

const CONFIG = `headers: { X-Team: desk }
environments:
  staging: { desk: "d-1", base: ignored }
`;

const LOGIN = `# Request: login
curl -X POST 'https://shop.example.test/session' -H 'Content-Type: application/json' --data-raw '{"user": "ada"}'
`;
const CREATE = `# Request: createOrder
curl -X POST 'https://shop.example.test/orders' -H 'Authorization: Bearer {{login.token}}' -H 'X-Desk: {{desk}}' -H 'Content-Type: application/json' --data-raw '{"sku":"it'\\''s-7"}'
`;
const SKIPPED = `# Request: Not now
curl -X GET 'https://shop.example.test/orders'
`;
const WARNINGS = `Warning: {{login.token}} has no value and stays as it is
Warning: {{desk}} has no value and stays as it is
`;

async function exportCurl(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunOutcome & { readonly cwd: string }> {
  const cwd = await temporaryWorkspace({
    'orders.http': ORDERS,
    'service.yaml': CONFIG,
    'sub/upload.http': dedent`
      PUT http://h/x

      < ./data.bin
    `,
    'broken.http': 'GTE http://h\n',
  });
  return { ...(await runInProcess(['export', 'curl', ...args], { cwd, env })), cwd };
}

describe('svc export curl', () => {
  it('prints a comment and a command for each request', async () => {
    expect(await exportCurl(['orders.http'])).toMatchObject({
      code: 0,
      stdout: [LOGIN, CREATE, SKIPPED].join('\n'),
      stderr: WARNINGS,
    });
  });

  it.each([
    [['-n', 'log*'], LOGIN],
    [['-t', 'read,write'], `${CREATE}\n${SKIPPED}`],
    [['-t', 'write', '-n', 'c*'], CREATE],
  ])('selects with %j, without dependencies', async (args, stdout) => {
    expect(await exportCurl([...args, 'orders.http', '-q'])).toMatchObject({ code: 0, stdout, stderr: '' });
  });

  it('takes values from the operator, and from an environment when one is named', async () => {
    const given = await exportCurl([
      '-n',
      'c*',
      '--variable',
      'desk=d-2',
      '--secret',
      'login.token=t',
      'orders.http',
    ]);
    expect(given.stdout).toContain("-H 'Authorization: Bearer t' -H 'X-Desk: d-2'");
    expect(given.stdout).not.toContain('X-Team');
    expect(given.stderr).toBe('Note: the output shows 1 secret value\n');
    const staged = await exportCurl(['-n', 'c*', '-e', 'staging', 'orders.http']);
    expect(staged.stdout).toContain(
      "'https://shop.example.test/orders' -H 'Authorization: Bearer {{login.token}}' -H 'X-Desk: d-1' -H 'X-Team: desk'",
    );
  });

  it('adds -v', async () => {
    expect((await exportCurl(['-v', '-n', 'login', 'orders.http'])).stdout).toContain('\ncurl -v -X POST ');
  });

  it('names files from the current directory on', async () => {
    expect((await exportCurl(['sub/upload.http'])).stdout).toContain("--data-binary '@sub/data.bin'");
  });

  it('writes a file that only its owner can read', async () => {
    const { cwd, stdout, stderr } = await exportCurl(['-n', 'login', '-o', 'new/out.sh', 'orders.http']);
    expect([stdout, stderr]).toEqual(['', 'Note: wrote new/out.sh (1 command)\n']);
    expect(await readFile(join(cwd, 'new/out.sh'), 'utf8')).toBe(LOGIN);
    await chmod(join(cwd, 'new/out.sh'), 0o644);
    await runInProcess(['export', 'curl', '-n', 'login', '-o', 'new/out.sh', 'orders.http'], { cwd });
    expect((await stat(join(cwd, 'new/out.sh'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    [['missing.http'], 2, /^Error: missing\.http does not exist/],
    [['service.yaml'], 2, /^Error: service\.yaml is not a request file/],
    [['sub'], 2, /^Error: sub is a directory; give one request file/],
    [['broken.http'], 2, /^Error: broken\.http:1:1: error unknown_method/],
    [['-n', 'nobody', 'orders.http'], 64, /^Error: no request in orders\.http matches --name nobody\nTry:/],
    [['--exec', '-o', 'x', 'orders.http'], 64, /^Error: --exec and --output exclude each other/],
    [['--exec', 'orders.http'], 64, /^Error: --exec needs exactly one matching request; 3 match\nTry:/],
    [
      ['--exec', '-n', 'c*', 'orders.http'],
      2,
      /^Error: \{\{login\.token\}\} has no value, so curl is not started/,
    ],
    [['-e', 'staging', '--config', 'nope.yaml', 'orders.http'], 3, /^Error: .*nope\.yaml/],
  ])('%j ends with %i', async (args, code, stderr) => {
    expect(await exportCurl(args)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(stderr) });
  });
});

describe('svc export curl --exec', () => {
  /** Stands for curl: shows its arguments and ends as the script says. */
  async function withFake(script: string): Promise<RunOutcome> {
    const cwd = await temporaryWorkspace({
      'orders.http': ORDERS,
      'bin/curl': `#!${process.execPath}\n${script}\n`,
    });
    await chmod(join(cwd, 'bin/curl'), 0o755);
    const PATH = `${join(cwd, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
    const args = ['export', 'curl', '-v', '-n', 'login', '--exec', 'orders.http'];
    // curl gets the streams of the process.
    return runSvc(args, { cwd, env: { PATH }, input: 'typed' });
  }

  it('hands the words over without a shell and passes the streams and the exit code through', async () => {
    const script = `const input = require('fs').readFileSync(0, 'utf8');
process.stderr.write('from curl');
process.stdout.write(JSON.stringify([input, ...process.argv.slice(2)]), () => process.exit(22));`;
    const { code, stdout, stderr } = await withFake(script);
    expect([code, stderr]).toEqual([22, 'from curl']);
    expect(JSON.parse(stdout)).toEqual([
      'typed',
      '-v',
      '-X',
      'POST',
      'https://shop.example.test/session',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
      '{"user": "ada"}',
    ]);
  });

  it('ends like a shell when curl is killed', async () => {
    expect((await withFake("process.kill(process.pid, 'SIGKILL');")).code).toBe(137);
  });

  it('says when there is no curl', async () => {
    const cwd = await temporaryWorkspace();
    await writeFile(join(cwd, 'orders.http'), ORDERS);
    const args = ['export', 'curl', '-n', 'login', '--exec', 'orders.http'];
    expect(await runInProcess(args, { cwd, env: { PATH: cwd } })).toMatchObject({
      code: 127,
      stderr: 'Error: curl is not on the search path; install it or leave out --exec\n',
    });
  });
});
