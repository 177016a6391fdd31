import type { RunnableFile } from './run-input.js';

/** The errors of a file, each with its place. */
export function errorLines({ file, shown }: Pick<RunnableFile, 'file' | 'shown'>): string[] {
  return file.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, message }) => `${shown}:${line}:${column}: ${message}`);
}
