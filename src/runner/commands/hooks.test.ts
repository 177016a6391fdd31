import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testScope } from '../../../test/support/runs/evaluation.js';
import { isAlive } from '../../../test/support/program/own-process.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { ShellCommand } from '../../request-file/model/model.js';
import type { ShellResult } from '../outcome/result.js';
import { runCommand } from './child-command.js';
import { resolveCommand, runAfter, runBefore, runShell, type ShellContext } from './hooks.js';
import { StepFailure } from '../outcome/step-failure.js';

function scopeOf(values: Readonly<Record<string, string>>): Scope {
  return testScope({ operator: values });
}

/** The results before the first failure, and that failure. */
async function collectShell(...input: [readonly ShellCommand[], Scope, ShellContext]): Promise<{
  readonly results: readonly ShellResult[];
  readonly failure: unknown;
}> {
  const results: ShellResult[] = [];
  const failure: unknown = await runShell(...input, results).catch((error: unknown) => error);
  return { results, failure };
}

async function around(changes: Partial<ShellContext> = {}): Promise<ShellContext> {
  return {
    directory: await temporaryWorkspace(),
    process: { PATH: process.env['PATH'], SVC_SECRET_x: 'hidden', KEPT: 'yes' },
    secrets: new SecretSet(),
    signal: new AbortController().signal,
    ...changes,
  };
}

const shell = (command: string, ignoreFailure = false) => ({ command, ignoreFailure, line: 1 });

describe('values in commands', () => {
  const attacks = [
    '; touch hacked',
    '$(touch hacked)',
    '`touch hacked`',
    '"; touch hacked; "',
    "'; touch hacked; '",
    '" && touch hacked #',
    '\n touch hacked\n',
    '${IFS}touch${IFS}hacked',
    '\\"; touch hacked; \\"',
    '&& touch hacked',
    '| touch hacked',
    '> hacked',
    '$((1+1))',
    '*',
    '~',
    '-n',
  ];

  it.each(attacks)('%j stays text, in every place a value may stand', async (value) => {
    const context = await around();
    for (const [place, template] of [
      ['outside quotes', 'printf %s {{v}} > out'],
      ['in double quotes', 'printf %s "{{v}}" > out'],
      ['in a substitution', 'printf %s "$(printf %s {{v}})" > out'],
      ['in a quoted substitution', 'printf %s "$(printf %s "{{v}}")" > out'],
    ] as const) {
      const command = resolveCommand('hook', template, scopeOf({ v: value }));
      expect(command.command).not.toContain(value);
      await runBefore([command], context);
      // Substitutions drop line ends, which is the shell's doing.
      const expected = place.includes('substitution') ? value.replace(/\n+$/, '') : value;
      expect(await readFile(join(context.directory, 'out'), 'utf8'), place).toBe(expected);
      expect(existsSync(join(context.directory, 'hacked')), place).toBe(false);
    }
  });

  it('are refused in single quotes and with NUL', () => {
    expect(() => resolveCommand('shell', "echo '{{v}}'", scopeOf({ v: 'x' }))).toThrow(/single quotes/);
    expect(() => resolveCommand('shell', 'echo {{v}}', scopeOf({ v: 'a\0b' }))).toThrow(/NUL/);
  });
});

describe('commands', () => {
  it('run in the directory of the file, with the environment but without names of the service', async () => {
    const context = await around();
    const { results } = await collectShell(
      [shell('pwd; env | grep -E "^(SVC|KEPT)" | sort; echo {{a}}')],
      scopeOf({ a: 'b' }),
      context,
    );
    expect(results).toEqual([
      {
        command: 'pwd; env | grep -E "^(SVC|KEPT)" | sort; echo {{a}}',
        exitCode: 0,
        output: `${context.directory}\nKEPT=yes\nSVC_REF_1=b\nb\n`,
      },
    ]);
  });

  it('keep output of both streams, redacted, up to 64 KiB, also where the limit cuts a secret', async () => {
    const secrets = new SecretSet();
    secrets.add('hunter2222');
    const context = await around({ secrets });
    const loud = `head -c 65530 /dev/zero | tr '\\0' x; printf %s hunter2222; printf %s end`;
    const { results } = await collectShell(
      [shell('echo out hunter2222; echo err >&2'), shell(loud)],
      scopeOf({}),
      context,
    );
    expect(results[0]?.output).toContain('out [REDACTED]\n');
    expect(results[0]?.output).toContain('err\n');
    expect(Buffer.byteLength(results[1]?.output ?? '')).toBe(65_536);
    expect(results[1]?.output).not.toContain('hunter');
  });

  it('stop at the first failure that is not ignored', async () => {
    const { results, failure } = await collectShell(
      [shell('exit 3', true), shell('echo no; exit 4'), shell('echo never')],
      scopeOf({}),
      await around(),
    );
    expect(results.map(({ exitCode }) => exitCode)).toEqual([3, 4]);
    expect(failure).toBeInstanceOf(StepFailure);
    expect(failure).toMatchObject({
      errorKind: 'shell',
      message: '`echo no; exit 4` exited with code 4: no',
    });
  });

  it('tell the signal that ended them', async () => {
    const { results } = await collectShell([shell('kill -TERM $$')], scopeOf({}), await around());
    expect(results[0]?.exitCode).toBe(143);
  });

  it('do not wait for what they leave behind', async () => {
    const directory = await temporaryWorkspace();
    const left = 'while [ ! -e go ]; do sleep 0.05; done; touch gone';
    const command = shell(`cd '${directory}'; { ${left}; } & echo started`);
    const { failure } = await collectShell([command], scopeOf({}), await around());
    expect(failure).toBeUndefined();
    expect(existsSync(join(directory, 'gone'))).toBe(false);
    await writeFile(join(directory, 'go'), '');
    await expect.poll(() => existsSync(join(directory, 'gone'))).toBe(true);
  });

  it('end with everything they started when the time is over or the run is cancelled', async () => {
    const directory = await temporaryWorkspace();
    const options = { directory, environment: { PATH: process.env['PATH'] ?? '' }, maxOutputBytes: 1000 };
    const started = async (): Promise<number[]> =>
      (await readFile(join(directory, 'started'), 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map(Number);
    const late = 'sh -c "echo \\$\\$ >> started; exec sleep 60" & wait';
    const controller = new AbortController();
    const stopped = runCommand(late, { ...options, timeoutMs: 30_000, signal: controller.signal });
    await expect.poll(started).toHaveLength(1);
    controller.abort();
    expect((await stopped).end).toBe('cancelled');
    const clock = new ManualClock();
    const timed = runCommand(late, {
      ...options,
      timeoutMs: 500,
      clock,
      signal: new AbortController().signal,
    });
    await expect.poll(started).toHaveLength(2);
    await clock.turn(500);
    expect((await timed).end).toBe('timeout');
    const pids = await started();
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });

  it('say when there is no sh', async () => {
    const directory = await temporaryWorkspace();
    const result = await runCommand('true', {
      directory,
      environment: { PATH: '/nowhere' },
      maxOutputBytes: 10,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
    });
    expect(result.end).toBe('missing');
  });
});

describe('hooks', () => {
  it('before: the first failure ends the request and the rest', async () => {
    const context = await around();
    const commands = ['echo a > one', 'echo oops >&2; exit 2', 'echo b > two'].map((hook) =>
      resolveCommand('hook', hook, scopeOf({})),
    );
    await expect(runBefore(commands, context)).rejects.toThrow(
      '@before `echo oops >&2; exit 2` exited with code 2: oops',
    );
    expect(existsSync(join(context.directory, 'one'))).toBe(true);
    expect(existsSync(join(context.directory, 'two'))).toBe(false);
  });

  it('after: all run, failures are warnings', async () => {
    const context = await around();
    const warnings = await runAfter(['exit 1', 'echo {{gone}}', 'echo c > three'], scopeOf({}), context);
    expect(warnings).toEqual([
      '@after `exit 1` exited with code 1',
      '@after `echo {{gone}}`: variable "gone" has no value',
    ]);
    expect(existsSync(join(context.directory, 'three'))).toBe(true);
  });
});
