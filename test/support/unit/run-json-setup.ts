import type { RunOutcome } from '../../../src/runner/outcome/result.js';
import { renderJson } from '../../../src/reports/run-json.js';

export function textOf(run: RunOutcome, coverage?: Parameters<typeof renderJson>[1]['coverage']): string {
  return [...renderJson(run, { version: '1.4.0', ...(coverage && { coverage }) })].join('');
}
