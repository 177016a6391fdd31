import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import type { Argument } from './command.js';
import type { ProcessContext } from '../process/process-context.js';

/** The word for standard input on the command line, and its name in messages. */
export const STDIN = '-';
export const STDIN_NAME = '<stdin>';

const WHERE = 'files (.http, .spec) or directories; the current directory when none is given';
const REQUEST_FILES = { extensions: ['http', 'spec'] } as const;

/** The argument of the commands that work on request files. */
export const PATHS: Argument = { name: 'path', meaning: WHERE, repeatable: true, complete: REQUEST_FILES };

export const PATHS_OR_STDIN: Argument = { ...PATHS, meaning: `${WHERE}; - is standard input` };

export function pathsOrHere(positionals: readonly string[]): readonly string[] {
  return positionals.length === 0 ? ['.'] : positionals;
}

/** Without standard input, which is read by itself. */
export function namedPaths(positionals: readonly string[]): readonly string[] {
  return pathsOrHere(positionals).filter((path) => path !== STDIN);
}

/** A byte more than a request file may have, so that the parser sees that it is too long. */
export function readSource(context: ProcessContext): Promise<Uint8Array> {
  return context.readStdin(MAX_REQUEST_FILE_BYTES + 1);
}
