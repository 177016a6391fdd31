/** Runs `@before`, `@after` and `>>>shell`; no other module uses the shell. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { cutAtByte } from '../../redaction/redacted-start.js';
import type { Clock } from '../../primitives/clock.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { Request, ShellCommand } from '../../request-file/model/model.js';
import type { ChildResult } from './child-command.js';
import type { ShellResult } from '../outcome/result.js';
import { readShellCommand, type ShellCommandLine } from './shell/shell-command.js';
import { valueProblem } from './shell/shell-rules.js';
import { failureOf, StepFailure } from '../outcome/step-failure.js';

export interface ShellContext {
  readonly directory: string;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly secrets: SecretSet;
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
}

export interface ResolvedCommand {
  /** The command as written, with its placeholders, so that results can show it. */
  readonly written: string;
  readonly command: string;
  readonly values: readonly string[];
}

const COMMAND_TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** Throws, so that the request is not sent, when commands are off or a placeholder stands where no value may. */
export function checkShell({ metadata, shell }: Request, allowed: boolean, mode: 'cli' | 'server'): void {
  if (!metadata.before && !metadata.after && shell.length === 0) return;
  const hooks = [...(metadata.before ?? []), ...(metadata.after ?? [])];
  const kind = hooks.length > 0 ? 'hook' : 'shell';
  if (!allowed) {
    const what = kind === 'hook' ? 'hooks' : 'shell blocks';
    const how = mode === 'server' ? 'start the server with --allow-shell' : 'allow them with --allow-shell';
    throw new StepFailure(kind, `${what} are off; ${how}`);
  }
  for (const hook of hooks) readOrRefuse('hook', hook);
  for (const { command } of shell) readOrRefuse('shell', command);
}

export function resolveCommand(kind: 'hook' | 'shell', written: string, scope: Scope): ResolvedCommand {
  const { command, references, rules } = readOrRefuse(kind, written);
  const values = references.map((source, index) => {
    const value = scope.text(source);
    const problem = valueProblem(value, rules?.[index]);
    if (problem !== undefined)
      throw new StepFailure(kind, `${shorten(written)}: the value of ${source} ${problem}`);
    if (value.includes('\0')) throw new StepFailure(kind, `the value of ${source} contains a NUL character`);
    return value;
  });
  return { written, command, values };
}

/** The first command that fails ends the request before it is sent. */
export async function runBefore(commands: readonly ResolvedCommand[], context: ShellContext): Promise<void> {
  for (const command of commands) {
    const problem = problemOf(await run(command, context), context);
    if (problem !== undefined)
      throw new StepFailure('hook', `@before ${shorten(command.written)} ${problem}`);
  }
}

/** All commands run; a failure is only a warning. */
export async function runAfter(
  hooks: readonly string[],
  scope: Scope,
  context: ShellContext,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const hook of hooks) {
    try {
      const problem = problemOf(await run(resolveCommand('hook', hook, scope), context), context);
      if (problem !== undefined) warnings.push(`@after ${shorten(hook)} ${problem}`);
    } catch (error) {
      warnings.push(`@after ${shorten(hook)}: ${failureOf(error).message}`);
    }
  }
  return warnings;
}

/** Commands run in order and add their results; throws at the first failure that is not ignored. */
export async function runShell(
  commands: readonly ShellCommand[],
  scope: Scope,
  context: ShellContext,
  results: ShellResult[],
): Promise<void> {
  for (const { command, ignoreFailure } of commands) {
    const result = await run(resolveCommand('shell', command, scope), context);
    results.push({ command, exitCode: result.exitCode, output: result.output });
    const problem = problemOf(result, context);
    if (problem !== undefined && (!ignoreFailure || result.end === 'cancelled')) {
      throw new StepFailure('shell', `${shorten(command)} ${problem}`);
    }
  }
}

function readOrRefuse(kind: 'hook' | 'shell', template: string): ShellCommandLine {
  const parsed = readShellCommand(template);
  if (!parsed.ok) throw new StepFailure(kind, `${shorten(template)}: ${parsed.reason}`);
  return parsed.line;
}

async function run(command: ResolvedCommand, context: ShellContext): Promise<ChildResult> {
  const { secrets, directory, signal } = context;
  // A secret that the limit would cut in two is still redacted as a whole.
  const maxOutputBytes = MAX_OUTPUT_BYTES + secrets.maxFormLength;
  const environment = environmentFor(command, context.process);
  // Few runs have commands, so node:child_process is loaded on first use.
  const { runCommand } = await import('./child-command.js');
  const result = await runCommand(command.command, {
    directory,
    environment,
    signal,
    maxOutputBytes,
    timeoutMs: COMMAND_TIMEOUT_MS,
    clock: context.clock,
  });
  return { ...result, output: cutAtByte(secrets.redact(result.output), MAX_OUTPUT_BYTES) };
}

function environmentFor(
  { values }: ResolvedCommand,
  process: ShellContext['process'],
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process)) {
    if (value !== undefined && !name.startsWith('SVC_')) environment[name] = value;
  }
  values.forEach((value, index) => {
    environment[`SVC_REF_${index + 1}`] = value;
  });
  return environment;
}

/** The problem as the end of a sentence; undefined for success. */
function problemOf({ end, exitCode, output }: ChildResult, { signal }: ShellContext): string | undefined {
  switch (end) {
    case 'timeout':
      return `took longer than ${COMMAND_TIMEOUT_MS / 1000} s`;
    case 'cancelled':
      return signal.aborted ? 'was stopped' : 'ended';
    case 'missing':
      return 'cannot run: this machine has no `sh`';
    case 'not-started':
      return 'could not be started';
    case 'exit':
      return exitCode === 0 ? undefined : `exited with code ${exitCode}${lastLine(output)}`;
  }
}

function lastLine(output: string): string {
  const line = output.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : `: ${cutAtByte(line, 200)}`;
}

function shorten(command: string): string {
  return `\`${command.length > 80 ? `${command.slice(0, 80)}…` : command}\``;
}
