import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LineArgument, RunArguments } from '../../operations/files/load-run-files.js';
import { isCommandLineFileName } from '../../workspace/paths/path-text.js';
import type { ProcessContext } from '../process/process-context.js';
import { readSource, STDIN, STDIN_NAME } from './request-paths.js';

interface WithPaths {
  readonly positionals: readonly string[];
  readonly context: ProcessContext;
}

interface WithConfig {
  readonly flags: { readonly config?: string | undefined };
}

/** The arguments of a run in which `file.http:13` selects the request at a line. */
export interface LineSelection {
  readonly lines?: readonly LineArgument[];
}

/** Separates `file.http:13` into path and line; a column may follow, as messages show it. */
export function withLines<Given extends WithPaths>(invocation: Given): Given & LineSelection {
  const { positionals, context } = invocation;
  const split = positionals.map((word) => splitLine(word, context.cwd));
  if (split.every((argument) => typeof argument === 'string')) return invocation;
  return {
    ...invocation,
    positionals: split.map((argument) => (typeof argument === 'string' ? argument : argument.path)),
    lines: split.map((argument) => (typeof argument === 'string' ? { path: argument } : argument)),
  };
}

/** The files that a run or a load test loads. */
export function runArguments({
  positionals,
  lines,
  context,
  flags,
}: WithPaths & LineSelection & WithConfig): RunArguments {
  const stdin = { argument: STDIN, name: STDIN_NAME, read: () => readSource(context) };
  return { paths: positionals, lines, cwd: context.cwd, config: flags.config, stdin };
}

const WITH_LINE = /^(.+?):(\d{1,9})(?::\d{1,9})?$/s;

/** A file that really has such a name comes first; the colon of a drive is followed by a path. */
function splitLine(word: string, cwd: string): string | { readonly path: string; readonly line: number } {
  const [, path = '', line = ''] = WITH_LINE.exec(word) ?? [];
  if (!isCommandLineFileName(path) || existsSync(resolve(cwd, word))) return word;
  return { path, line: Number(line) };
}
