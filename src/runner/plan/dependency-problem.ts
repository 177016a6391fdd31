/** Why a dependency cannot run: it is not found, or its file has errors. */
import { diagnose, type DiagnosticCode, type MessageValues } from '../../request-file/model/diagnostic.js';
import { errorDetails, type ProblemDetail } from './problem-detail.js';
import type { RunOptions } from './options.js';
import type { RunnableFile } from './run-input.js';

export interface DependencyProblem {
  /** What the reason of a skipped request says after the name. */
  readonly kind: 'not found' | 'does not parse';
  /** The finding about `@depends`, whose place is looked up only when it is shown. */
  readonly code: DiagnosticCode;
  readonly values: MessageValues;
  /** The errors of the other file. */
  readonly details: readonly ProblemDetail[];
}

export function unknownRequest(written: string): DependencyProblem {
  return { kind: 'not found', code: 'unknown_dependency', values: { name: written }, details: [] };
}

export function missingFile(path: string): DependencyProblem {
  return { kind: 'not found', code: 'missing_file', values: { path }, details: [] };
}

/** Several requests of the file have the title, and none has it as its `@name`. */
export function ambiguousRequest(written: string, name: string, { file }: RunnableFile): DependencyProblem {
  const lines = file.requests.filter((request) => request.name === name).map(({ line }) => line);
  const values = { name: written, lines: lines.slice(0, 10).join(', ') };
  return { kind: 'not found', code: 'ambiguous_name', values, details: [] };
}

export function brokenFile(written: string, runnable: RunnableFile): DependencyProblem {
  return brokenDependency(written, runnable.shown, errorDetails(runnable));
}

export function brokenDependency(
  written: string,
  file: string,
  details: readonly ProblemDetail[],
): DependencyProblem {
  return { kind: 'does not parse', code: 'broken_dependency', values: { name: written, file }, details };
}

/** Why a request is skipped. Clients of the server know two reasons only; the warning of the result tells the rest. */
export function dependencyFailedReason(
  { written, problem }: { readonly written: string; readonly problem: DependencyProblem | undefined },
  mode: RunOptions['mode'],
): string {
  const isNamed = problem && (problem.kind === 'not found' || mode === 'cli');
  return `dependency failed: ${written}${isNamed ? ` ${problem.kind}` : ''}`;
}

/** Whether a result failed, or was skipped because a dependency could not be found or has errors: it was not tested. */
export function hasNotPassed({ passed, skipped, skipReason }: ResultState): boolean {
  return !passed && (!skipped || /^dependency failed: .+ (?:not found|does not parse)$/s.test(skipReason));
}

interface ResultState {
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly skipReason: string;
}

/** The warning in the result of a request that is skipped because of it. */
export function problemWarning(written: string, { code, values, details }: DependencyProblem): string {
  if (code === 'unknown_dependency') return `@depends ${written}: there is no such request`;
  const [first, ...others] = details;
  if (first === undefined) {
    return `@depends ${written}: ${diagnose(code, { line: 1, column: 1, endColumn: 1 }, values).message}`;
  }
  return `@depends ${written}: ${first.place}: ${first.message}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}
