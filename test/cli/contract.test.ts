import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { deadUrl } from '../support/servers/dead-url.js';
import { startSvc } from '../support/program/live-svc.js';
import { loopback, type Loopback } from '../support/runs/run-requests.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { type RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const STOCK = `### Read
# @name readStock
# @contract.provider stock
# @contract.state "an item with id 7 exists"
GET {{baseUrl}}/items/7
X-Key: {{key}}

>>>
expect status == 200
<<<

### Reserve
# @name reserveStock
POST {{provider}}/items/7/reserve

>>>
expect status == 201
<<<

### Release
# @name releaseStock
# @depends reserveStock
DELETE {{baseUrl}}/items/7
`;

/** Notes what it was called with, and fails for states that say so. */
const HANDLER = `#!/bin/sh
printf '%s|%s|%s\\n' "$#" "$1" "$WING" >> calls.txt
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do echo "line $i"; done
case "$1" in *broken*) exit 3;; *slow*) sleep 60;; esac
`;

function provider(): Promise<Loopback> {
  return loopback(({ method }) => (method === 'POST' ? 409 : 200));
}

async function workspace(files: Record<string, string> = {}): Promise<string> {
  const cwd = await temporaryWorkspace({ 'contracts/stock.http': STOCK, 'set state.sh': HANDLER, ...files });
  await chmod(join(cwd, 'set state.sh'), 0o755);
  return cwd;
}

function verify(cwd: string, ...args: readonly string[]): Promise<RunOutcome> {
  return runInProcess(['contract', 'verify', '--variable', 'key=1', ...args], { cwd, env: { WING: 'east' } });
}

describe('svc contract verify', () => {
  it('reports every interaction', async () => {
    const { url, seen } = await provider();
    const { code, stdout, stderr } = await verify(await workspace(), '-p', `${url}/`, 'contracts');
    expect(stderr).toBe('');
    expect(stdout.replace(/\([\d.]+m?s\)/g, '(Nms)')).toBe(`Contract verification against ${url}

contracts/stock.http
  ✓ readStock [passed] (Nms)
      state: an item with id 7 exists
  ✗ reserveStock [failed] (Nms)
      → status equals (line 17)
        Expected: 201
        Actual:   409
  - releaseStock [skipped] (dependency failed: reserveStock)

Summary: 1 file, 3 interactions: 1 passed, 1 failed, 1 skipped
`);
    expect(code).toBe(1);
    expect(seen).toEqual(['GET /items/7', 'POST /items/7/reserve']);
  });

  it('calls a program with the state, no shell between', async () => {
    const { url, seen } = await provider();
    const state = '"a \\"quoted\\" $(touch x); state"';
    const cwd = await workspace({
      'contracts/stock.http': STOCK.replace('"an item with id 7 exists"', state),
    });
    const { stderr } = await verify(
      cwd,
      '-p',
      url,
      '--state-handler',
      'set state.sh',
      '-v',
      'contracts/stock.http',
    );
    expect(await readFile(join(cwd, 'calls.txt'), 'utf8')).toBe('1|a \\"quoted\\" $(touch x); state|east\n');
    expect(stderr.split('\n')).toHaveLength(23);
    expect(seen[0]).toBe('GET /items/7');
  });

  it.each([
    ['broken', 'set state.sh', 'state handler exited with code 3', 20],
    ['ready', 'gone.sh', 'state handler does not exist: gone.sh', 0],
    ['ready', 'contracts/stock.http', 'state handler cannot be executed: contracts/stock.http', 0],
  ])('fails the interaction for state %s and handler %s', async (state, handler, error, lines) => {
    const { url, seen } = await provider();
    const cwd = await workspace({
      'a.http': dedent`
        ### a
        # @contract.state ${state}
        GET {{baseUrl}}/a
      `,
    });
    const { code, stdout, stderr } = await verify(cwd, '-p', url, '--state-handler', handler, 'a.http');
    expect(stdout).toContain(`  x a [error] (0ms)\n      state: ${state}\n      → ${error}\n`);
    expect(stderr.split('\n').filter(Boolean)).toHaveLength(lines);
    expect(code).toBe(1);
    expect(seen).toEqual([]);
  });

  it('takes a URL as handler too', async () => {
    const { url, seen } = await loopback();
    const cwd = await workspace();
    expect((await verify(cwd, '-p', url, '--state-handler', `${url}/states`, 'contracts')).code).toBe(1);
    expect(seen.slice(0, 2)).toEqual(['POST /states', 'GET /items/7']);
  });

  it('writes JSON and JUnit, secrets masked, to a file', async () => {
    const { url } = await provider();
    const cwd = await workspace({
      'contracts/stock.http': dedent`
        ${STOCK}
        ### Leak
        # @contract.state 4711-top
        GET {{baseUrl}}/x

        >>>
        expect body == {{pin}}
        <<<
      `,
    });
    const json = await verify(cwd, '-p', url, '--secret', 'pin=4711-top', '-o', 'json', 'contracts');
    expect(JSON.parse(json.stdout)).toMatchObject([
      {
        file: 'contracts/stock.http',
        passed: 1,
        failed: 2,
        skipped: 1,
        results: [{ name: 'readStock', provider: 'stock' }, {}, {}, { state: '[REDACTED]' }],
      },
    ]);
    expect(json.stdout).not.toContain('4711-top');
    const junit = await verify(
      cwd,
      '-p',
      url,
      '--secret',
      'pin=4711-top',
      '-o',
      'junit',
      '--output-file',
      'out/c.xml',
      'contracts',
    );
    expect([junit.stdout, junit.stderr]).toEqual([
      '',
      'Note: 1 passed, 2 failed, 1 skipped; wrote out/c.xml\n',
    ]);
    const xml = await readFile(join(cwd, 'out', 'c.xml'), 'utf8');
    expect(xml).toContain('<testsuites name="svc" tests="4" failures="2" errors="0" skipped="1"');
    expect(xml).not.toContain('4711-top');
  });

  it('has a code for every outcome', async () => {
    const { url } = await loopback();
    const dead = await deadUrl();
    const cwd = await workspace({
      'ok.http': '### a\nGET {{baseUrl}}/a\n',
      'bad/bad.http': '### a\nGET\n',
      'bad/ok.http': '### a\nGET {{baseUrl}}/a\n',
      'none/readme.txt': '',
    });
    const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
      [['-p', url, 'ok.http'], 0, /1 passed/],
      [['-p', url, 'bad'], 2, /x parse \[error\][^]*bad\/bad\.http:2:1[^]*✓ a \[passed\]/],
      [['-p', dead, 'ok.http'], 4, /refused the connection/],
      [['-p', url, 'none'], 64, /^Error: no request in none: there is no \.http, \.rest or \.spec file; /],
      [['-p', url, 'gone.http'], 2, /^Error: gone\.http does not exist/],
      [['ok.http'], 64, /^Error: --provider is required/],
      [
        ['-p', 'ftp://x', 'ok.http'],
        64,
        /^Error: "ftp:\/\/x" is not a value of --provider; use an http or https URL/,
      ],
      [['-p', url, 'ok.http', 'bad'], 64, /^Error: /],
    ];
    for (const [args, code, text] of cases) {
      const outcome = await verify(cwd, ...args);
      expect(outcome.stdout + outcome.stderr).toMatch(text);
      expect(outcome.code).toBe(code);
    }
  });

  it('ends with the signal, and its handler too', async () => {
    const { url, seen } = await provider();
    const cwd = await workspace({
      'a.http': dedent`
        ### a
        # @contract.state slow
        GET {{baseUrl}}/a
        ### b
        GET {{baseUrl}}/b
      `,
    });
    const svc = startSvc(['contract', 'verify', '-p', url, '--state-handler', './set state.sh', 'a.http'], {
      cwd,
      timeout: 60_000,
    });
    await expect
      .poll(() => readFile(join(cwd, 'calls.txt'), 'utf8').catch(() => ''), { timeout: 60_000 })
      .toContain('slow');
    svc.send('SIGINT');
    const { code, stdout } = await svc.ended;
    expect(code).toBe(130);
    expect(stdout).toContain('state handler was stopped');
    expect(stdout).toContain('- b [skipped] (interrupted)');
    expect(seen).toEqual([]);
  });
});
