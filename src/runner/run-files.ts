/** Runs request files: one after another, or as one graph. */
import type { RunOutcome } from './result.js';
import type { RunInput } from './run-input.js';

export declare function runFiles(input: RunInput): Promise<RunOutcome>;
