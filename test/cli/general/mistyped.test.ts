import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { FILES, MISTYPED } from './mistyped-setup.js';

describe('a command with a typo or in a wrong directory fails and says what to do', () => {
  it('in more than 200 ways', () => {
    expect(MISTYPED.length).toBeGreaterThan(200);
    expect(MISTYPED.filter(({ code }) => code === 0)).toEqual([]);
  });

  it.each(MISTYPED)('$code svc $line', async ({ line, code, message }) => {
    const cwd = await temporaryWorkspace(FILES);
    const before = await readdir(cwd, { recursive: true });
    const shown = await runInProcess(line.split(' '), { cwd });
    expect(shown.stderr).toContain(message);
    expect(shown.code).toBe(code);
    // A sentence without advice points to the help.
    expect(shown.stderr).toMatch(/did you mean|; |\. Defined: |\nTry: svc /);
    expect(shown.stderr).not.toMatch(/\bat .*:\d+:\d+|internal fault|undefined/);
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
  });
});
