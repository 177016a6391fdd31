import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { validate } from './validate-setup.js';

const GOOD = dedent`
  ### Read
  # @name read
  GET http://127.0.0.1:1/

  ### Other
  GET http://127.0.0.1:1/other
`;
const WARNS = dedent`
  ### Login
  POST http://127.0.0.1:1/login

  >>>capture
  token from body.token
  <<<
`;
const BAD = dedent`
  ### One
  GTE http://127.0.0.1:1/

  ### Two
  GET http://127.0.0.1:1/
`;
const hasRawControls = (text: string): boolean => /[\p{Cc}\p{Cf}]/u.test(text.replaceAll('\n', ''));
const BAD_CONFIG = 'timeoutt: 5\n';

interface Entry {
  readonly file: string;
  readonly ok: boolean;
  readonly requests: number;
  readonly errors: readonly string[];
  readonly diagnostics: readonly Record<string, unknown>[];
}

async function entries(files: Record<string, string | Uint8Array>, ...args: string[]): Promise<Entry[]> {
  return JSON.parse((await validate(files, '--json', ...args)).stdout) as Entry[];
}

describe('svc validate', () => {
  it('prints a verdict per file, findings below it, and the counts', async () => {
    const { code, stdout, stderr } = await validate({ 'a.http': GOOD, 'b/bad.spec': BAD, 'c.http': WARNS });
    expect([code, stderr]).toEqual([2, '']);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('OK    a.http (2 requests)');
    expect(lines[1]).toBe('FAIL  b/bad.spec');
    expect(lines[2]).toMatch(/^ {6}2:1 error unknown_method `GTE` is not a method; use one of /);
    expect(lines.slice(-4)).toEqual([
      'OK    c.http (1 request)',
      '      5:1 warning unused_capture capture `token` is never used',
      '3 files, 4 requests: 2 ok, 1 failed, 1 warning',
      '',
    ]);
  });

  it('prints exactly the promised JSON', async () => {
    const found = await entries({ 'a.http': GOOD, 'bad.http': BAD });
    expect(found[0]).toEqual({ file: 'a.http', ok: true, requests: 2, errors: [], diagnostics: [] });
    const { message, ...place } = found[1]?.diagnostics[0] ?? {};
    expect(place).toEqual({ line: 2, column: 1, endColumn: 4, severity: 'error', code: 'unknown_method' });
    expect(Object.keys(found[1]?.diagnostics[0] ?? {})).toEqual([
      'line',
      'column',
      'endColumn',
      'severity',
      'code',
      'message',
    ]);
    expect(found[1]?.errors[0]).toBe(`bad.http:2:1: error unknown_method: ${String(message)}`);
    expect(Object.keys(found[1] ?? {})).toEqual(['file', 'ok', 'requests', 'errors', 'diagnostics']);
    expect(found[1]).toMatchObject({ file: 'bad.http', ok: false, requests: 1 });
  });

  it('passes without errors and takes warnings seriously with --strict only', async () => {
    expect((await validate({ 'a.http': GOOD })).code).toBe(0);
    expect((await validate({ 'a.http': WARNS })).code).toBe(0);
    const strict = await validate({ 'a.http': WARNS }, '--strict');
    expect(strict.code).toBe(2);
    expect(strict.stdout).toMatch(
      /^FAIL {2}a\.http\n {6}5:1 warning unused_capture [^\n]*\n1 file, 1 request: 0 ok, 1 failed, 1 warning\n$/,
    );
    const [entry] = await entries({ 'a.http': WARNS }, '--strict');
    expect(entry?.ok).toBe(false);
    expect(entry?.errors).toEqual(['a.http:5:1: warning unused_capture: capture `token` is never used']);
    expect((await entries({ 'a.http': WARNS }))[0]).toMatchObject({ ok: true, errors: [] });
  });

  it('finds what needs all files or the disk', async () => {
    const found = await entries({
      'empty.http': '# nothing\n',
      'include.http': dedent`
        POST http://127.0.0.1:1/

        < ./gone.json
      `,
      'login.http': WARNS,
      'uses.http': '# @depends ./login.http#Login\nGET http://127.0.0.1:1/{{Login.token}}\n',
    });
    const codes = found.map(
      ({ file, diagnostics }) => `${file} ${diagnostics.map(({ code }) => String(code)).join()}`,
    );
    expect(codes).toEqual([
      'empty.http no_requests',
      'include.http missing_file',
      'login.http ',
      'uses.http ',
    ]);
  });

  it('reads standard input', async () => {
    const cwd = await temporaryWorkspace({ 'here.json': '{}' });
    const bad = await runInProcess(['validate', '-'], { cwd, input: BAD });
    expect(bad.code).toBe(2);
    expect(bad.stdout).toContain('FAIL  <stdin>\n      2:1 error unknown_method ');
    const include = dedent`
      POST http://127.0.0.1:1/

      < ./here.json
    `;
    expect((await runInProcess(['validate', '-'], { cwd, input: include })).code).toBe(0);
    const gone = await runInProcess(['validate', '-'], { cwd, input: include.replace('here', 'gone') });
    expect(gone.stdout).toContain('      3:3 error missing_file `./gone.json`');
    const json = await runInProcess(['validate', '--json', '-'], { cwd, input: '' });
    expect(JSON.parse(json.stdout)).toMatchObject([{ file: '<stdin>', ok: false, requests: 0 }]);
  });

  it('names missing paths and wrong extensions, and checks the rest', async () => {
    const files = { 'a.http': GOOD, 'notes.txt': 'x' };
    const { code, stdout, stderr } = await validate(files, 'a.http', 'gone.http', 'notes.txt');
    expect(code).toBe(2);
    expect(stdout).toBe('OK    a.http (2 requests)\n3 files, 2 requests: 1 ok, 2 failed\n');
    expect(stderr).toMatch(
      /^Error: gone\.http does not exist[^\n]*\.http[^\n]*\.spec[^\n]*\nError: notes\.txt [^\n]*\n$/,
    );
    const found = await entries(files, 'a.http', 'gone.http');
    expect(found[1]).toMatchObject({ file: 'gone.http', ok: false, requests: 0, diagnostics: [] });
    expect(found[1]?.errors[0]).toContain('gone.http does not exist');
  });

  it('walks directories in order and reads a file once', async () => {
    const cwd = await temporaryWorkspace({
      'b.HTTP': GOOD,
      'a/z.http': GOOD,
      'a.http': GOOD,
      'node_modules/x.http': BAD,
      '.hidden/x.http': BAD,
    });
    await symlink(join(cwd, 'a'), join(cwd, 'link'));
    const { stdout } = await runInProcess(['validate', '--json', '.', 'a.http', './a'], { cwd });
    const files = (JSON.parse(stdout) as Entry[]).map(({ file }) => file);
    expect(files).toEqual(['a/z.http', 'a.http', 'b.HTTP']);
  });

  it.each([[[]], [['--strict']], [['--json']], [['empty']]])(
    'refuses a directory without a file: %j',
    async (args) => {
      const { code, stdout, stderr } = await validate({ 'empty/notes.txt': '' }, ...args);
      const where = args[0] === 'empty' ? 'empty' : 'the current directory';
      expect([code, stdout, stderr]).toEqual([
        64,
        args[0] === '--json' ? '[]\n' : '0 files, 0 requests: 0 ok\n',
        `Error: no request in ${where}: there is no .http, .rest or .spec file; name a file, or a directory that has some; svc init writes a first one\nTry: svc validate --help\n`,
      ]);
    },
  );

  it('is content with a config file alone', async () => {
    expect(await validate({ 'service.yaml': 'timeout: 5\n' }, '--strict')).toMatchObject({ code: 0 });
  });

  it('escapes control characters of file names and messages', async () => {
    const files = { 'a\u001b[2J.http': 'GET\u0007 x\n\u202e y\n' };
    const { stdout } = await validate(files);
    expect(stdout).toContain('FAIL  a\\u001b[2J.http');
    expect(hasRawControls(stdout)).toBe(false);
    const json = await validate(files, '--json');
    expect(hasRawControls(json.stdout)).toBe(false);
    expect((JSON.parse(json.stdout) as Entry[])[0]?.file).toBe('a\u001b[2J.http');
  });
});

describe('svc validate on service.yaml', () => {
  it('checks it where found and where named, with code 3', async () => {
    const files = { 'a.http': GOOD, 'service.yaml': BAD_CONFIG };
    const walked = await validate(files);
    expect(walked.code).toBe(3);
    expect(walked.stdout).toContain(
      'OK    a.http (2 requests)\nFAIL  service.yaml\n      1:1 error unknown_key ',
    );
    expect(walked.stdout).toContain('did you mean "timeout"?');
    expect((await validate(files, 'service.yaml')).stdout).toMatch(/^FAIL {2}service\.yaml\n/);
    expect((await validate(files, 'a.http')).code).toBe(0);
  });

  it('gives 3 precedence over 2', async () => {
    expect((await validate({ 'bad.http': BAD, 'service.yml': BAD_CONFIG })).code).toBe(3);
    expect((await validate({ 'bad.http': BAD, 'service.yml': 'timeout: 5\n' })).code).toBe(2);
  });

  it('lists every problem in the same shape as for request files', async () => {
    const [entry] = await entries({ 'service.yaml': 'timeoutt: 5\ntimeout: none\nretries: -1\n' });
    expect(entry).toMatchObject({ file: 'service.yaml', ok: false, requests: 0 });
    expect(entry?.errors).toHaveLength(3);
    for (const error of entry?.errors ?? []) expect(error).toMatch(/^service\.yaml:\d+:\d+: error [a-z_]+: /);
    const broken = await entries({ 'service.yaml': 'timeout: [\n' });
    expect(broken[0]?.errors[0]).toMatch(/^service\.yaml:\d+:\d+: error /);
    expect((await validate({ 'service.yaml': new Uint8Array([0xff]) })).code).toBe(3);
  });

  it('takes the directory of the config file as the workspace', async () => {
    const files = {
      'shared.json': '{}',
      'api/service.yaml': 'timeout: 5\n',
      'api/a.http': dedent`
        POST http://127.0.0.1:1/

        < ../shared.json
      `,
    };
    const outside = await validate(files, 'api/a.http');
    expect(outside.stdout).toContain('error missing_file `../shared.json`');
    const { 'api/service.yaml': _, ...without } = files;
    expect((await validate(without, 'api/a.http')).code).toBe(0);
  });

  it('prints its schema', async () => {
    const { code, stdout } = await validate({ 'bad.http': BAD }, '--schema', 'config', 'bad.http');
    expect(code).toBe(0);
    const schema = JSON.parse(stdout) as Record<string, unknown>;
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    const accepts = new Ajv2020({ strict: false }).compile(schema);
    expect(accepts({ timeout: 5 })).toBe(true);
    expect(accepts({ timeoutt: 5 })).toBe(false);
  });
});
