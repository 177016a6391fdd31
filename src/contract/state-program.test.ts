import { describe, expect, it } from 'vitest';
import { createStateProgram } from './state-program.js';
import { CALL, PATH, program } from '../../test/support/unit/state-program-setup.js';

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
