import type { RunOptions } from './options.js';
import type { RunnableFile } from './run-input.js';

/** The variables of the environment as the requests of a file see them. */
export function environmentOf(
  { client }: Pick<RunnableFile, 'client'>,
  { environment }: Pick<RunOptions, 'environment'>,
): RunOptions['environment'] {
  return client?.environment ?? environment;
}
