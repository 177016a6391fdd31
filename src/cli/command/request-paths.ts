import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import type { Argument } from './command.js';
import type { ProcessContext } from '../process/process-context.js';

/** The argument that stands for standard input, and its name in messages. */
export const STDIN = '-';
export const STDIN_NAME = '<stdin>';

const WHERE = 'files (.http, .rest, .spec) or directories; the current directory when none is given';
export const REQUEST_FILES = { extensions: ['http', 'rest', 'spec'] } as const;

/** The argument of the commands that work on request files. */
export const PATHS: Argument = { name: 'path', meaning: WHERE, repeatable: true, complete: REQUEST_FILES };

/** What the arguments of runs and load tests may be. */
export const RUN_PATHS =
  'files (.http, .rest, .spec) or directories; a.http:13 is one request, - standard input';

export const PATHS_OR_STDIN: Argument = { ...PATHS, meaning: `${WHERE}; - is standard input` };

export function pathsOrHere(positionals: readonly string[]): readonly string[] {
  return positionals.length === 0 ? ['.'] : positionals;
}

/** Returns the paths without standard input, which is read separately. */
export function namedPaths(positionals: readonly string[]): readonly string[] {
  return pathsOrHere(positionals).filter((path) => path !== STDIN);
}

/** Reads one byte more than a request file may have, so that the parser detects a file that is too large. */
export function readSource(context: ProcessContext): Promise<Uint8Array> {
  return context.readStdin(MAX_REQUEST_FILE_BYTES + 1);
}

/** A positional argument may also be a URL, a whole command or an unfinished path. */
export function existingPaths(positionals: readonly string[], cwd: string): readonly string[] {
  return positionals.filter((path) => {
    try {
      return statSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  });
}
