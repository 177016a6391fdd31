import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { builtMain, runProgram, runSvc } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const BAD = 'GTE http://127.0.0.1:1/\n';
const ESCAPE = '\u001b[';

describe('colour', () => {
  it.each([
    [[], {}, false],
    [['--color'], {}, true],
    [[], { FORCE_COLOR: '1' }, true],
    [[], { FORCE_COLOR: '0' }, false],
    [[], { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [[], { FORCE_COLOR: '1', NO_COLOR: '' }, true],
    [[], { FORCE_COLOR: '1', SVC_NO_COLOR: 'true' }, false],
    [['--color'], { NO_COLOR: '1', SVC_NO_COLOR: '1' }, true],
    [['--color', '--no-color'], {}, false],
    [['--no-color', '--color'], { FORCE_COLOR: '1' }, false],
  ] as [string[], Record<string, string>, boolean][])('%j with %j', async (flags, env, coloured) => {
    const cwd = await temporaryWorkspace({ 'bad.http': BAD });
    const { stdout, stderr } = await runSvc(['validate', ...flags, 'bad.http', 'gone.http'], { cwd, env });
    expect(stdout.includes(`${ESCAPE}31mFAIL`)).toBe(coloured);
    expect(stderr.includes(`${ESCAPE}31mError:`)).toBe(coloured);
    expect((stdout + stderr).includes(ESCAPE)).toBe(coloured);
  });
});

describe('quiet', () => {
  it('leaves errors, documents and the code', async () => {
    const cwd = await temporaryWorkspace({ 'bad.http': BAD });
    expect(await runSvc(['validate', '-q'], { cwd })).toMatchObject({ code: 2, stdout: '', stderr: '' });
    expect(await runSvc(['validate', '-qv'], { cwd, env: {} })).toMatchObject({ code: 2, stdout: '' });
    expect((await runSvc(['validate', 'gone.http'], { cwd, env: { SVC_QUIET: 'yes' } })).stderr).toMatch(
      /^Error: gone/,
    );
    expect(JSON.parse((await runSvc(['validate', '-q', '--json'], { cwd })).stdout)).toHaveLength(1);
  });
});

describe('a closed pipe', () => {
  it('ends the output silently and leaves the code alone', async () => {
    const many = 'GTE http://127.0.0.1:1/\n###\n'.repeat(20_000);
    const cwd = await temporaryWorkspace({ 'bad.http': many });
    for (const format of [[], ['--json']]) {
      const { code, stderr, taken } = await readAndLeave(['validate', ...format], cwd);
      expect([code, stderr]).toEqual([2, '']);
      expect(taken).toBeGreaterThan(0);
    }
  });

  it('does not disturb a shell pipeline', async () => {
    const cwd = await temporaryWorkspace({ 'bad.http': 'GTE http://127.0.0.1:1/\n###\n'.repeat(20_000) });
    const script = `"$0" -- "$1" validate | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await runProgram('bash', ['-c', script, process.execPath, builtMain], { cwd });
    expect(stdout).toBe('FAIL  bad.http\n2\n');
    expect(stderr).toBe('');
  });
});

/** Takes the first piece of output, then closes the pipe. */
function readAndLeave(args: readonly string[], cwd: string) {
  return new Promise<{ code: number | null; stderr: string; taken: number }>((resolve, reject) => {
    const child = spawn(process.execPath, ['--', builtMain, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    let taken = 0;
    child.stdout.once('data', (chunk: Buffer) => {
      taken = chunk.length;
      child.stdout.destroy();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stderr, taken }));
  });
}
