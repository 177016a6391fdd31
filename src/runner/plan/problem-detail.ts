import type { RunnableFile } from './run-input.js';

export interface ProblemDetail {
  /** `file:line:column` */
  readonly place: string;
  readonly message: string;
}

/** The errors of a file, each with its place. */
export function errorDetails({ file, shown }: Pick<RunnableFile, 'file' | 'shown'>): ProblemDetail[] {
  return file.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, message }) => ({ place: `${shown}:${line}:${column}`, message }));
}

export function errorLines(runnable: Pick<RunnableFile, 'file' | 'shown'>): string[] {
  return errorDetails(runnable).map(problemLine);
}

export function problemLine({ place, message }: ProblemDetail): string {
  return `${place}: ${message}`;
}
