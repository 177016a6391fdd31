import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../../test/support/files/workspace.js';
import { StepFailure } from '../../outcome/step-failure.js';
import { secretTexts, type AskedSecret } from '../../plan/secret-command.js';
import { askProgram } from './ask-program.js';

async function ask(script: string, signal = new AbortController().signal): Promise<AskedSecret> {
  const directory = await temporaryWorkspace({ 'give.mjs': script });
  const args = ['give.mjs'];
  const command = { name: 'a', program: process.execPath, environment: 'dev', args, directory };
  return askProgram({ ...command, timeoutMs: 60_000 }, {}, signal);
}

describe('a program', () => {
  it.each([
    ['one line end', 'tok\\n', 'tok'],
    ['a line end of Windows', 'tok\\r\\n', 'tok'],
    ['several', 'tok\\n\\n', 'tok\n'],
    ['none', 'tok', 'tok'],
    ['blanks', ' tok ', ' tok '],
    ['a byte order mark', '\\ufefftok', '\ufefftok'],
    ['64 KiB', `${'x'.repeat(64 * 1024)}\\n`, 'x'.repeat(64 * 1024)],
  ])('gives its value with %s', async (_case, printed, value) => {
    expect(await ask(`process.stdout.write('${printed}')`)).toEqual({ value });
  });

  it('that was ended by a signal gives none', async () => {
    const asked = await ask(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)`);
    expect(asked).toMatchObject({
      failure: expect.stringContaining(`secret "a": ${process.execPath} `) as string,
    });
    expect(asked).not.toHaveProperty('value');
  });

  it('is not waited for when it leaves a process behind that holds its output', async () => {
    const script = `import { spawn } from 'node:child_process';
spawn(process.execPath, ['-e', 'setTimeout(() => {}, 2000)'], { stdio: 'inherit', detached: true }).unref();
process.stdout.write('tok\\n', () => process.exit(0));`;
    expect(await ask(script)).toEqual({ value: 'tok' });
  });

  it('is not started when nobody wants the value any more', async () => {
    await expect(ask('process.stdout.write("tok")', AbortSignal.abort())).rejects.toThrow(StepFailure);
  });
});

describe('the texts that are masked', () => {
  it('are the value and its lines of 8 characters or more, also without the blanks around them', () => {
    expect(secretTexts('tok')).toEqual(['tok']);
    const value = 'short\n  long-line-1 \r\n1234567\n12345678';
    expect(new Set(secretTexts(value))).toEqual(
      new Set([value, '  long-line-1 ', 'long-line-1', '12345678']),
    );
  });
});
