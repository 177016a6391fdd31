/** A program as state handler (cli.md 12): the one door to other programs in this room. */
import { resolve } from 'node:path';
import { runProgram, type ChildResult } from '../runner/commands/child-command.js';
import { StepFailure } from '../runner/outcome/step-failure.js';
import type { StateHandler } from './state-handler.js';

export interface ProgramOptions {
  /** As it was given; a relative path starts at the directory. */
  readonly program: string;
  readonly directory: string;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Told what it printed, last 64 KiB, and whether it failed. */
  readonly onOutput: (output: string, failed: boolean) => void;
  /** Milliseconds. */
  readonly limit?: number;
}

const LIMIT = 30_000;
const MOST_OUTPUT = 64 * 1024;

/** Called with the state as its only argument, without a shell. */
export function stateProgram({
  program,
  directory,
  process,
  onOutput,
  limit = LIMIT,
}: ProgramOptions): StateHandler {
  const environment = Object.fromEntries(
    Object.entries(process).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return async ({ state }, signal) => {
    if (state.includes('\0')) throw new StepFailure('hook', 'the state contains a NUL character');
    const result = await runProgram(resolve(directory, program), [state], {
      directory,
      environment,
      signal,
      keep: MOST_OUTPUT,
      keepEnd: true,
      limit,
    });
    const problem = problemOf(result, program, limit);
    onOutput(result.output, problem !== undefined);
    if (problem !== undefined) throw new StepFailure('hook', problem);
  };
}

function problemOf({ end, exitCode }: ChildResult, program: string, limit: number): string | undefined {
  switch (end) {
    case 'missing':
      return `state handler does not exist: ${program}`;
    case 'not-started':
      return `state handler cannot be executed: ${program}`;
    case 'timeout':
      return `state handler did not end within ${limit / 1000} s`;
    case 'cancelled':
      return 'state handler was stopped';
    case 'exit':
      return exitCode === 0 ? undefined : `state handler exited with code ${exitCode}`;
  }
}
