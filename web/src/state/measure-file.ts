/** Measures the strength of a file with the active environment. */
import type { StrengthReport } from '../../../src/server/api-types.js';
import { measureStrength } from '../api/strength.js';
import { activeEnvironment } from './environments.js';
import { keepStrength } from './strength.js';

export type Measured = { readonly report: StrengthReport } | { readonly problem: string };

export async function measureFile(file: string, run: boolean, signal: AbortSignal): Promise<Measured> {
  const environment = activeEnvironment.peek();
  try {
    const report = await measureStrength({ file, run, ...(environment !== '' && { environment }) }, signal);
    keepStrength(file, report);
    return { report };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
