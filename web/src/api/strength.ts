/** API calls for the strength of tests. */
import type { StrengthOptions, StrengthReport } from '../../../src/server/api-types.js';
import { callJson } from './client.js';

export function measureStrength(options: StrengthOptions, signal: AbortSignal): Promise<StrengthReport> {
  return callJson('POST', '/strength', { json: options, signal });
}
