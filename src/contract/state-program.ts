/** Runs a program as state handler. */
import { resolve } from 'node:path';
import { runProgram, type ChildResult } from '../runner/commands/child-command.js';
import { StepFailure } from '../runner/outcome/step-failure.js';
import type { StateHandler } from './state-handler.js';

export interface ProgramOptions {
  /** The path as given; a relative path starts at the directory. */
  readonly program: string;
  readonly directory: string;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Called with the last 64 KiB of its output, and whether it failed. */
  readonly onOutput: (output: string, failed: boolean) => void;
  /** The time limit in milliseconds. */
  readonly limit?: number;
}

const STATE_TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** The program gets the state as its only argument, without a shell. */
export function createStateProgram({
  program,
  directory,
  process,
  onOutput,
  limit = STATE_TIMEOUT_MS,
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
      maxOutputBytes: MAX_OUTPUT_BYTES,
      keepEnd: true,
      timeoutMs: limit,
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
