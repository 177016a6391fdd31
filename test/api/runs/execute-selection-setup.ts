import { expect } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';

export interface Shown {
  readonly name: string;
  readonly file: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly skipReason: string;
}

/** Executes a file of a workspace with these files; one line per result. */
export async function run(
  files: Readonly<Record<string, string>>,
  json: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const { call } = await startServer({ files });
  const response = await call('POST', '/execute', { json });
  expect(response.status, response.text).toBe(200);
  const result = response.json as { results: Shown[]; passed: number; failed: number; skipped: number };
  expect(result.passed + result.failed + result.skipped).toBe(result.results.length);
  return result.results.map(
    ({ name, file, skipped, skipReason, passed }) =>
      `${file === json['file'] ? '' : `${file}#`}${name}: ${skipped ? `(${skipReason})` : passed ? 'passed' : 'failed'}`,
  );
}
