/** `@before`, `@after` and `>>>shell` (language 9.5): the one door to the shell. */
import type { Scope } from '../../evaluation/variables/scope.js';
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
}

export interface ResolvedCommand {
  /** As written, placeholders and all: fit for results. */
  readonly written: string;
  readonly command: string;
  readonly values: readonly string[];
}

const LIMIT = 30_000;
const MOST_OUTPUT = 64 * 1024;

/** Without the switch a request that has commands fails unsent; so does one whose placeholders stand where no value can. */
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

/** The first that fails ends the request unsent. */
export async function runBefore(commands: readonly ResolvedCommand[], around: ShellContext): Promise<void> {
  for (const command of commands) {
    const problem = problemOf(await run(command, around), around);
    if (problem !== undefined)
      throw new StepFailure('hook', `@before ${shorten(command.written)} ${problem}`);
  }
}

/** All run; a failure is only a warning. */
export async function runAfter(
  hooks: readonly string[],
  scope: Scope,
  around: ShellContext,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const hook of hooks) {
    try {
      const problem = problemOf(await run(resolveCommand('hook', hook, scope), around), around);
      if (problem !== undefined) warnings.push(`@after ${shorten(hook)} ${problem}`);
    } catch (error) {
      warnings.push(`@after ${shorten(hook)}: ${failureOf(error).message}`);
    }
  }
  return warnings;
}

/** In order; the first failure that is not ignored stops. What ran is reported either way. */
export async function runShell(
  commands: readonly ShellCommand[],
  scope: Scope,
  around: ShellContext,
): Promise<{ readonly results: readonly ShellResult[]; readonly failure: unknown }> {
  const results: ShellResult[] = [];
  try {
    for (const { command, ignoreFailure } of commands) {
      const result = await run(resolveCommand('shell', command, scope), around);
      results.push({ command, exitCode: result.exitCode, output: result.output });
      const problem = problemOf(result, around);
      if (problem !== undefined && (!ignoreFailure || result.end === 'cancelled')) {
        throw new StepFailure('shell', `${shorten(command)} ${problem}`);
      }
    }
  } catch (error) {
    return { results, failure: error };
  }
  return { results, failure: undefined };
}

function readOrRefuse(kind: 'hook' | 'shell', template: string): ShellCommandLine {
  const reading = readShellCommand(template);
  if (!reading.ok) throw new StepFailure(kind, `${shorten(template)}: ${reading.reason}`);
  return reading.line;
}

async function run(command: ResolvedCommand, around: ShellContext): Promise<ChildResult> {
  const { secrets, directory, signal } = around;
  // A secret that the limit would cut in two is still hidden whole.
  const keep = MOST_OUTPUT + secrets.longestForm;
  const environment = environmentFor(command, around.process);
  // Few runs have commands, and node:child_process is slow to load.
  const { runCommand } = await import('./child-command.js');
  const result = await runCommand(command.command, { directory, environment, signal, keep, limit: LIMIT });
  return { ...result, output: cutText(secrets.redact(result.output), MOST_OUTPUT) };
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

/** What went wrong, as the end of a sentence. */
function problemOf({ end, exitCode, output }: ChildResult, { signal }: ShellContext): string | undefined {
  switch (end) {
    case 'timeout':
      return `took longer than ${LIMIT / 1000} s`;
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
  return line === '' ? '' : `: ${cutText(line, 200)}`;
}

function shorten(command: string): string {
  return `\`${command.length > 80 ? `${command.slice(0, 80)}…` : command}\``;
}

function cutText(text: string, most: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= most) return text;
  // A character cut in two becomes a replacement character at the end.
  return bytes
    .subarray(0, most)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
}
