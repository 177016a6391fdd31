import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStateProgram } from './state-program.js';
import { CALL, PATH, program } from '../../test/support/unit/state-program-setup.js';

describe('a program as state handler', () => {
  it('is killed with what it started when its time is over', async () => {
    const directory = await program('sleep 60 & echo $! > child.txt; wait');
    const failures: boolean[] = [];
    const handle = createStateProgram({
      program: 'set.sh',
      directory,
      process: PATH,
      onOutput: (_, failed) => failures.push(failed),
      // Before it is over, a busy machine has to have started both.
      limit: 5000,
    });
    await expect(handle(CALL, new AbortController().signal)).rejects.toThrow(
      'state handler did not end within 5 s',
    );
    expect(failures).toEqual([true]);
    const child = Number(await readFile(join(directory, 'child.txt'), 'utf8'));
    await expect.poll(() => isRunning(child), { timeout: 60_000 }).toBe(false);
  });
});

/** A zombie that nobody has buried yet is dead all the same. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) Z /.test(status);
}
