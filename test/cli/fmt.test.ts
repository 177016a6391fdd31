import { chmod, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const LOOSE =
  '### one  \r\n#@name  first\r\nGET   http://127.0.0.1:1/\r\nAccept:text/plain\r\n>>>\r\nexpect status 200\r\n<<<';
const CANONICAL = dedent`
  ### one
  # @name first
  GET http://127.0.0.1:1/
  Accept: text/plain

  >>>
  expect status 200
  <<<
`;
const BROKEN = 'GTE http://127.0.0.1:1/\n';

describe('svc fmt', () => {
  it('rewrites in place, prints what changed, keeps the mode, and is then done', async () => {
    const cwd = await temporaryWorkspace({ 'loose.http': LOOSE, 'done.http': CANONICAL });
    const path = join(cwd, 'loose.http');
    await chmod(path, 0o640);
    expect(await runInProcess(['fmt'], { cwd })).toEqual({
      code: 0,
      signal: null,
      stdout: 'loose.http\n',
      stderr: '',
    });
    expect(await readFile(path, 'utf8')).toBe(CANONICAL);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect((await readdir(cwd)).sort()).toEqual(['done.http', 'loose.http']);
    expect((await runInProcess(['fmt'], { cwd })).stdout).toBe('');
  });

  it('does not touch a file that is in its form', async () => {
    const cwd = await temporaryWorkspace({ 'done.http': CANONICAL });
    const before = await stat(join(cwd, 'done.http'));
    await runInProcess(['fmt', 'done.http'], { cwd });
    const after = await stat(join(cwd, 'done.http'));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  it('--check lists differences and writes nothing', async () => {
    const cwd = await temporaryWorkspace({ 'loose.http': LOOSE, 'done.http': CANONICAL });
    const { code, stdout, stderr } = await runInProcess(['fmt', '--check'], { cwd });
    expect([code, stdout]).toEqual([1, 'loose.http\n']);
    expect(stderr).toBe('Note: 1 file not in canonical form; svc fmt rewrites such files\n');
    expect(await readFile(join(cwd, 'loose.http'), 'utf8')).toBe(LOOSE);
    expect(await runInProcess(['fmt', '--check', '-q'], { cwd })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: '',
    });
    expect(await runInProcess(['fmt', '--check', 'done.http'], { cwd })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('--stdout prints the text and writes nothing', async () => {
    const cwd = await temporaryWorkspace({ 'loose.http': LOOSE });
    for (const args of [
      ['fmt', '--stdout'],
      ['fmt', '--stdout', '-q', 'loose.http'],
    ]) {
      expect(await runInProcess(args, { cwd })).toMatchObject({ code: 0, stdout: CANONICAL, stderr: '' });
    }
    expect(await readFile(join(cwd, 'loose.http'), 'utf8')).toBe(LOOSE);
  });

  it('- formats standard input', async () => {
    const cwd = await temporaryWorkspace({ 'loose.http': LOOSE });
    expect(await runInProcess(['fmt', '-'], { cwd, input: LOOSE })).toMatchObject({
      code: 0,
      stdout: CANONICAL,
      stderr: '',
    });
    expect(await runInProcess(['fmt', '-'], { cwd, input: CANONICAL })).toMatchObject({
      code: 0,
      stdout: CANONICAL,
    });
    expect(await readFile(join(cwd, 'loose.http'), 'utf8')).toBe(LOOSE);
    const checked = await runInProcess(['fmt', '--check', '-'], { cwd, input: LOOSE });
    expect(checked).toMatchObject({ code: 1, stdout: '<stdin>\n' });
    const broken = await runInProcess(['fmt', '-'], { cwd, input: BROKEN });
    expect(broken).toMatchObject({ code: 2, stdout: '' });
    expect(broken.stderr).toMatch(/^Error: <stdin>:1:1: error unknown_method: /);
  });

  it('leaves unparsable files untouched and formats the others', async () => {
    const cwd = await temporaryWorkspace({ 'a-broken.http': BROKEN, 'b-loose.http': LOOSE });
    const { code, stdout, stderr } = await runInProcess(['fmt', '.', 'gone.http'], { cwd });
    expect([code, stdout]).toEqual([2, 'b-loose.http\n']);
    expect(stderr).toMatch(
      /^Error: gone\.http does not exist[^\n]*\nError: a-broken\.http:1:1: error unknown_method: [^\n]*\n$/,
    );
    expect(await readFile(join(cwd, 'a-broken.http'), 'utf8')).toBe(BROKEN);
    expect((await runInProcess(['fmt', '--check'], { cwd })).code).toBe(2);
  });

  it('never formats a config file', async () => {
    const cwd = await temporaryWorkspace({ 'service.yaml': 'timeout:   5\n' });
    const { code, stderr } = await runInProcess(['fmt', 'service.yaml'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('service.yaml is not a request file');
    for (const args of [[], ['--check'], ['--check', '.']]) {
      const { code, stdout, stderr } = await runInProcess(['fmt', ...args], { cwd });
      expect([code, stdout]).toEqual([64, '']);
      expect(stderr).toContain('no request in the current directory: there is no .http, .rest or .spec file');
    }
  });
});
