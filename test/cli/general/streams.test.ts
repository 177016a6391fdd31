import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtMain, runProgram, runSvc } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const BAD = 'GTE http://127.0.0.1:1/\n';
const ESCAPE = '\u001b[';

describe('colour', () => {
  it('never enters JSON', async () => {
    const cwd = await temporaryWorkspace({ 'bad.http': BAD });
    const { stdout } = await runSvc(['validate', '--json', '--color'], { cwd });
    expect(stdout).not.toContain(ESCAPE);
  });
});

describe.runIf(existsSync('/dev/full'))('a full disk', () => {
  it('is an output error', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n' });
    const script = '"$0" -- "$1" validate > /dev/full';
    const { code, stderr } = await runProgram('bash', ['-c', script, process.execPath, builtMain], { cwd });
    expect(code).toBe(3);
    expect(stderr).toBe('Error: could not write to standard output: the disk is full\n');
  });
});
