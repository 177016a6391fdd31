import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../test/support/files/workspace.js';
import { createStateProgram } from './state-program.js';

const CALL = { state: 'ready', provider: '', interaction: 'read', file: 'a.http' };
const PATH = { PATH: process.env['PATH'] };

async function program(text: string): Promise<string> {
  const directory = await temporaryWorkspace({ 'set.sh': `#!/bin/sh\n${text}\n` });
  await chmod(join(directory, 'set.sh'), 0o755);
  return directory;
}

describe('a program as state handler', () => {
  it('hands over the end of its output', async () => {
    const directory = await program(
      'i=0; while [ $i -lt 3000 ]; do echo "line $i of many, many lines"; i=$((i+1)); done',
    );
    let printed = '';
    const handle = createStateProgram({
      program: './set.sh',
      directory,
      process: PATH,
      onOutput: (output) => (printed = output),
    });
    await handle(CALL, new AbortController().signal);
    expect(printed.length).toBeLessThanOrEqual(64 * 1024);
    expect(printed.trimEnd().split('\n').at(-1)).toBe('line 2999 of many, many lines');
  });

  it('is killed with what it started when its time is over', async () => {
    const directory = await program('sleep 60 & echo $! > child.txt; wait');
    const failures: boolean[] = [];
    const handle = createStateProgram({
      program: 'set.sh',
      directory,
      process: PATH,
      onOutput: (_, failed) => failures.push(failed),
      limit: 700,
    });
    await expect(handle(CALL, new AbortController().signal)).rejects.toThrow(
      'state handler did not end within 0.7 s',
    );
    expect(failures).toEqual([true]);
    const child = Number(await readFile(join(directory, 'child.txt'), 'utf8'));
    await expect.poll(() => isRunning(child), { timeout: 60_000 }).toBe(false);
  });

  it('takes no state that cannot be an argument', async () => {
    const directory = await program('exit 0');
    const handle = createStateProgram({
      program: 'set.sh',
      directory,
      process: PATH,
      onOutput: () => undefined,
    });
    const signal = new AbortController().signal;
    await expect(handle({ ...CALL, state: 'a\0b' }, signal)).rejects.toThrow('NUL');
  });
});

/** A zombie that nobody has buried yet is dead all the same. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) Z /.test(status);
}
